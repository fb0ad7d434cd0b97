// Covers docs/requirements.md: 715

import { Button, Chip, NativeSelect, PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { withCoarsePointer } from '../../../tests/support/components/touch.ts'

/** Heights of controls of several sizes, px. */
async function heights(): Promise<Record<string, number>> {
  const screen = await show(
    <>
      <TextInput label="名前" />
      <TextInput label="メモ" size="sm" />
      <Select label="単位" data={['MPa']} size="sm" defaultDropdownOpened />
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
  await withCoarsePointer()
  const small = Object.entries(await heights()).filter(([, height]) => height < 48)
  expect(small).toEqual([])
})

test('with a mouse on a desktop controls stay dense', async () => {
  await page.viewport(1440, 900)
  const large = Object.entries(await heights()).filter(([, height]) => height > 42)
  expect(large).toEqual([])
})
