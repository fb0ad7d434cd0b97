// Covers docs/requirements.md: 715, 763

import { Button, Chip, NativeSelect, PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { withCoarsePointer } from '../../../tests/support/components/touch.ts'
import { ColumnHead } from '../table/ColumnHead.tsx'
import { FilterBar } from '../table/FilterBar.tsx'
import { Pager } from '../table/Pager.tsx'
import { SearchBox } from '../table/SearchBox.tsx'

/** Heights of controls of several sizes, px. */
async function heights(): Promise<Record<string, number>> {
  const screen = await show(
    <>
      <TextInput label="名前" />
      <TextInput label="メモ" size="sm" />
      <Select label="単位" data={['MPa']} size="sm" defaultDropdownOpened />
      <Select label="桁数" data={['5 桁']} defaultValue="5 桁" clearable />
      <SearchBox label="検索" value="圧力" onSearch={() => undefined} />
      <NativeSelect label="種類" data={['圧力']} />
      <DatePickerInput label="有効期限" />
      <PasswordInput label="パスワード" />
      <SegmentedControl aria-label="期間" data={['本日', '1週間']} />
      <Chip>月</Chip>
      <Button size="compact-sm">再試行</Button>
    </>,
  )
  const heightOf = (element: Element | null | undefined) => element?.getBoundingClientRect().height ?? 0
  await expect.element(screen.getByRole('option', { name: 'MPa' })).toBeVisible()
  return {
    input: heightOf(screen.getByRole('textbox', { name: '名前' }).element()),
    small: heightOf(screen.getByRole('textbox', { name: 'メモ' }).element()),
    option: heightOf(screen.getByRole('option', { name: 'MPa' }).element()),
    clear: heightOf(screen.baseElement.querySelector('.mantine-InputClearButton-root')),
    search: heightOf(screen.getByRole('button', { name: '検索の文字を消す' }).element()),
    native: heightOf(screen.getByRole('combobox', { name: '種類' }).element()),
    date: heightOf(screen.getByRole('button', { name: '有効期限' }).element()),
    password: heightOf(screen.baseElement.querySelector('[type=password]')?.parentElement),
    segment: heightOf(screen.getByText('1週間').element().closest('label')),
    chip: heightOf(screen.getByText('月').element().closest('label')),
    button: heightOf(screen.getByRole('button', { name: '再試行' }).element()),
  }
}

test.each([390, 820, 1440])('at %i px each control is high enough for a glove', async (width) => {
  await page.viewport(width, 844)
  withCoarsePointer()
  const small = Object.entries(await heights()).filter(([, height]) => height < 48)
  expect(small).toEqual([])
})

test('with a mouse on a desktop controls stay dense', async () => {
  await page.viewport(1440, 900)
  const large = Object.entries(await heights()).filter(([, height]) => height > 42)
  expect(large).toEqual([])
})

test.each([390, 820, 1440])(
  'at %i px pager, column heads and chips are large enough for a glove',
  async (width) => {
    await page.viewport(width, 844)
    withCoarsePointer()
    const nothing = () => undefined
    const screen = await show(
      <div style={{ padding: 12 }}>
        <ColumnHead
          title="名前"
          sort={{ direction: null, first: 'asc', onSort: nothing }}
          filter={{ content: null, active: false }}
        />
        <FilterBar
          value={null}
          cleared={null}
          onApply={nothing}
          folded
          chips={[{ key: '1', label: '朝の巡回', onRemove: nothing }]}
        >
          {() => null}
        </FilterBar>
        <Pager total={1200} page={12} size={50} onChange={nothing} />
      </div>,
    )
    const buttons = screen.getByRole('button').elements()
    expect(buttons.length).toBeGreaterThan(8)
    const boxes = buttons.map((each) => ({ name: each.textContent, box: each.getBoundingClientRect() }))
    expect(boxes.filter(({ box }) => box.width < 48 || box.height < 48)).toEqual([])
    const turns = ['前のページ', '次のページ'].map((name) => screen.getByRole('button', { name }).element())
    expect(new Set(turns.map((each) => each.getBoundingClientRect().top)).size).toBe(1)
  },
)
