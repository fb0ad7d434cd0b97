// Covers docs/requirements.md: 178, 210

import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { NetworkError } from '../../failures/callErrors.ts'
import { hasUnsavedInput } from '../../pwa/busy.ts'
import { CreatableSelect } from './CreatableSelect.tsx'
import { EditActions } from './EditActions.tsx'

const rows = [
  { id: 1, name: '朝の巡回' },
  { id: 2, name: 'Ｂ棟点検' },
]
const onChange = vi.fn()
const onSubmit = vi.fn()

function Field({ onCreate }: { onCreate: (name: string) => Promise<number> }) {
  const [value, setValue] = useState<number | null>(1)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <CreatableSelect
        label="点検グループ"
        rows={rows}
        value={value}
        onChange={(id) => {
          setValue(id)
          onChange(id)
        }}
        onCreate={onCreate}
      />
      <button type="submit">更新</button>
    </form>
  )
}

beforeEach(async () => {
  await page.viewport(390, 844)
})

async function open(onCreate: (name: string) => Promise<number>) {
  const screen = await show(<Field onCreate={onCreate} />)
  await screen.getByRole('button', { name: '新しい点検グループ' }).click()
  return { screen, name: screen.getByRole('textbox', { name: '新しい点検グループの名前' }) }
}

test('Enter adds a row and chooses it, without submitting the form around it', async () => {
  const create = vi.fn(async () => 7)
  const { screen, name } = await open(create)
  await expect.element(name).toHaveFocus()
  await type(name, ' 夜の巡回 ')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: '新しい点検グループ' })).toHaveFocus()
  expect(create).toHaveBeenCalledExactlyOnceWith('夜の巡回')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(7)
  expect(onSubmit).not.toHaveBeenCalled()
})

test('an empty name is not sent', async () => {
  const create = vi.fn()
  const { screen, name } = await open(create)
  await type(name, '　 ')
  await expect.element(screen.getByRole('button', { name: '追加' })).toBeDisabled()
  await userEvent.keyboard('{Enter}')
  expect(create).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a name that is there already is chosen, not added twice', async () => {
  const create = vi.fn()
  const { name } = await open(create)
  await type(name, 'b棟点検')
  await userEvent.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(2)
  expect(create).not.toHaveBeenCalled()
})

test('a failure stands at the name, which stays', async () => {
  const { screen, name } = await open(vi.fn().mockRejectedValue(new NetworkError('cut')))
  await type(name, '夜の巡回')
  await screen.getByRole('button', { name: '追加' }).click()
  await expect.element(screen.getByText(/サーバーにつながりません/)).toBeVisible()
  await expect.element(name).toHaveValue('夜の巡回')
  expect(onChange).not.toHaveBeenCalled()
})

test('clearing chooses none', async () => {
  const screen = await show(<Field onCreate={vi.fn()} />)
  await screen.getByRole('button', { name: '点検グループの選択を解除' }).click()
  expect(onChange).toHaveBeenCalledExactlyOnceWith(null)
})

test('a name that was typed and not added is input that leaving would lose', async () => {
  const { screen, name } = await open(vi.fn())
  expect(hasUnsavedInput()).toBe(false)
  await type(name, '夜の巡回')
  await expect.poll(hasUnsavedInput).toBe(true)
  await screen.getByRole('button', { name: 'やめる' }).click()
  await expect.poll(hasUnsavedInput).toBe(false)
})

test('the name of a new row is typed above the actions that stay in sight', async () => {
  await page.viewport(1440, 900)
  const screen = await show(
    <div style={{ height: 1600, paddingTop: 790 }}>
      <Field onCreate={async () => 3} />
      <div style={{ height: 600 }} />
      <EditActions saving={false} onEnd={() => undefined} />
    </div>,
  )
  await screen.getByRole('button', { name: '新しい点検グループ' }).click()
  const typed = screen.getByRole('textbox', { name: '新しい点検グループの名前' })
  await expect.element(typed).toHaveFocus()
  const edge = (element: Element) => element.getBoundingClientRect()
  const footer = screen.getByRole('button', { name: 'キャンセル' }).element().parentElement
  await expect.poll(() => footer && edge(footer).top - edge(typed.element()).bottom).toBeGreaterThan(0)
})
