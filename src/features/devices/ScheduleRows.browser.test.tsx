// Covers docs/requirements.md: 335, 350, 352

import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { ScheduleRows } from './ScheduleRows.tsx'
import { cronsOfDrafts, defaultDrafts, type ScheduleDraft, scheduleDraftsSchema } from './scheduleDrafts.ts'

interface Props {
  given?: readonly ScheduleDraft[]
  missing?: boolean
  onChange?: (rows: readonly ScheduleDraft[]) => void
}

function Editor({ given = defaultDrafts, missing = false, onChange }: Props) {
  const [rows, setRows] = useState(given)
  const change = (next: ScheduleDraft[]) => {
    onChange?.(next)
    setRows(next)
  }
  return <ScheduleRows rows={rows} missing={missing} onChange={change} />
}

test.each([390, 1440])(
  'a time is added once the one before is complete, which then stands as text: %i px',
  async (width) => {
    await page.viewport(width, 900)
    const onChange = vi.fn<(rows: readonly ScheduleDraft[]) => void>()
    const screen = await show(<Editor onChange={onChange} />)
    const add = screen.getByRole('button', { name: '測定時刻を追加' })
    await expect.element(screen.getByRole('button', { name: /を削除/ })).not.toBeInTheDocument()
    await add.click()
    await expect.element(screen.getByText('毎日 15:00')).toBeVisible()
    await expect.element(add).toBeDisabled()
    await expect.element(screen.getByRole('combobox')).toHaveLength(3)
    await expect.element(screen.getByRole('combobox', { name: '日' })).toHaveFocus()
    await screen.getByRole('combobox', { name: '日' }).selectOptions('月曜')
    await screen.getByRole('combobox', { name: '時' }).selectOptions('9時')
    await expect.element(add).toBeDisabled()
    await screen.getByRole('combobox', { name: '分' }).selectOptions('30分')
    await expect.element(add).toBeEnabled()
    expect(cronsOfDrafts(onChange.mock.lastCall?.[0] ?? [])).toBe('0 15 * * *,30 9 * * 1')
    expect(document.documentElement.scrollWidth).toBe(width)
  },
)

test('any of several times can be removed; the last one left is chosen again', async () => {
  const second: ScheduleDraft = { day: '1 * *', hour: '0', minute: '0' }
  const screen = await show(<Editor given={[...defaultDrafts, second]} />)
  await screen.getByRole('button', { name: '最後の測定時刻を削除' }).click()
  await expect.element(screen.getByRole('combobox', { name: '時' })).toHaveValue('15')
  await screen.getByRole('button', { name: '測定時刻を追加' }).click()
  await screen.getByRole('button', { name: '毎日 15:00を削除' }).click()
  await expect.element(screen.getByRole('combobox', { name: '日' })).toHaveValue('')
  await expect.element(screen.getByRole('button', { name: /を削除/ })).not.toBeInTheDocument()
})

test('what is not chosen says so at its place', async () => {
  const incomplete: ScheduleDraft = { day: '* * *', hour: '', minute: '' }
  const screen = await show(<Editor given={[incomplete]} missing />)
  expect(screen.getByText('未入力です').elements()).toHaveLength(2)
  const { error } = scheduleDraftsSchema.safeParse([incomplete])
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['0.hour', '未入力です'],
    ['0.minute', '未入力です'],
  ])
})

test('more times than a device may have are refused before they are sent', () => {
  const { error } = scheduleDraftsSchema.safeParse(Array.from({ length: 21 }, () => defaultDrafts[0]))
  expect(error?.issues.map(({ message }) => message)).toEqual(['測定設定は20件まで登録できます'])
})
