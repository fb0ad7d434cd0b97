// Covers docs/requirements.md: 216, 570

import { beforeEach, expect, test, vi } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { clearButton } from './clearButton.ts'
import { RowMultiSelect } from './RowMultiSelect.tsx'
import { RowSelect } from './RowSelect.tsx'

const rows = [
  { id: 1, name: 'ボイラー' },
  { id: 2, name: '給水ポンプ' },
]
const onSubmit = vi.fn()
beforeEach(() => onSubmit.mockClear())

const kinds = {
  'a select of one': (choose: (ids: number[]) => void) => (
    <RowSelect label="メーター" rows={rows} onChange={(id) => choose(id === null ? [] : [id])} />
  ),
  'a select of several': (choose: (ids: number[]) => void) => (
    <RowMultiSelect label="メーター" rows={rows} chosen={[]} onChoose={choose} />
  ),
}

async function open(kind: keyof typeof kinds) {
  const choose = vi.fn()
  const screen = await show(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {kinds[kind](choose)}
      <button type="submit">更新</button>
    </form>,
  )
  const field = screen.getByPlaceholder('メーター').or(screen.getByRole('combobox', { name: 'メーター' }))
  return { screen, field, choose }
}

test('Tab skips the button that clears; deleting the whole name clears as well, and Enter never does', async () => {
  const choose = vi.fn()
  const screen = await show(
    <>
      <RowSelect
        label="メーター"
        rows={rows}
        value={2}
        onChange={choose}
        clearable
        clearButtonProps={clearButton('メーターの選択を解除')}
      />
      <button type="button">次へ</button>
    </>,
  )
  const field = screen.getByRole('combobox', { name: 'メーター' })
  await expect.element(screen.getByRole('button', { name: 'メーターの選択を解除' })).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByRole('button', { name: '次へ' })).toHaveFocus()
  expect(choose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Delete}')
  expect(choose.mock.calls).toEqual([[null, null]])
})

for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
  test(`Enter in ${kind} chooses what the typed text finds first, and does not submit the form`, async () => {
    const { screen, field, choose } = await open(kind)
    await type(field, 'ぽんぷ')
    await expect.element(screen.getByRole('option')).toMatchTextContent('給水ポンプ')
    await userEvent.keyboard('{Enter}')
    expect(choose.mock.calls).toEqual([[[2]]])
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test(`Enter in ${kind} that finds nothing leaves everything as it is`, async () => {
    const { screen, field, choose } = await open(kind)
    await type(field, '配管')
    await expect.element(screen.getByText('該当なし')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('該当なし')).toBeVisible()
    await expect.element(field).toHaveValue('配管')
    expect(choose).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test(`Enter in ${kind} whose list is open never submits the form`, async () => {
    const { screen, field } = await open(kind)
    await field.click()
    await expect.element(screen.getByRole('option', { name: 'ボイラー' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test(`after Escape has closed the list of ${kind}, Enter opens it again`, async () => {
    const { screen, field } = await open(kind)
    await field.click()
    await expect.element(screen.getByRole('option', { name: 'ボイラー' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('option', { name: 'ボイラー' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('option', { name: 'ボイラー' })).toBeVisible()
    expect(onSubmit).not.toHaveBeenCalled()
  })
}

test('Enter chooses what is marked also where one letter opened the list', async () => {
  const { screen, field, choose } = await open('a select of one')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('ぽ')
  await expect.element(screen.getByRole('option')).toHaveAttribute('data-combobox-selected')
  await userEvent.keyboard('{Enter}')
  expect(choose.mock.calls).toEqual([[[2]]])
  expect(onSubmit).not.toHaveBeenCalled()
})

test('Enter on a select that has the focus opens it, chooses, and then submits the form', async () => {
  const { screen, choose } = await open('a select of one')
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByRole('option', { name: '給水ポンプ' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(screen.getByRole('option', { name: '給水ポンプ' })).not.toBeInTheDocument()
  expect(choose.mock.calls).toEqual([[[2]]])
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('Enter on what is chosen already keeps it', async () => {
  const choose = vi.fn()
  const screen = await show(<RowSelect label="メーター" rows={rows} value={2} onChange={choose} />)
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByRole('option', { name: '給水ポンプ' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('option', { name: '給水ポンプ' })).not.toBeInTheDocument()
  expect(choose).not.toHaveBeenCalled()
})

const ways = {
  Tab: async () => userEvent.keyboard('{Tab}'),
  'a press': async (field: Locator) => field.click(),
  'a closing dialog has given the focus back': async (field: Locator) => {
    const input = field.element()
    if (input instanceof HTMLElement) input.focus()
  },
}

for (const [way, enter] of Object.entries(ways)) {
  test(`what is typed after ${way} takes the place of the name that is chosen`, async () => {
    const focused = vi.fn()
    const screen = await show(<RowSelect label="メーター" rows={rows} value={1} onFocus={focused} />)
    const field = screen.getByRole('combobox', { name: 'メーター' })
    await enter(field)
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('ぽんぷ')
    await expect.element(field).toHaveValue('ぽんぷ')
    await expect.element(screen.getByRole('option')).toMatchTextContent('給水ポンプ')
    expect(focused).toHaveBeenCalledOnce()
  })
}

test('a further press into a select sets the cursor, so that a part can be changed', async () => {
  const screen = await show(<RowSelect label="メーター" rows={rows} value={1} />)
  const field = screen.getByRole('combobox', { name: 'メーター' })
  const marked = () => {
    const input = field.element()
    return input instanceof HTMLInputElement
      ? input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)
      : null
  }
  await field.click()
  expect(marked()).toBe('ボイラー')
  await field.click()
  expect(marked()).toBe('')
})
