// Covers docs/requirements.md: 753, 754, 755, 756, 758, 759, 760, 761, 832, 836

import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { savedFiles } from '../../../tests/support/components/savedFiles.ts'
import { settled } from '../../../tests/support/components/settled.ts'
import { type } from '../../../tests/support/components/typeInPage.ts'
import {
  answerUsageCalls,
  openUsageScreen as open,
  shown,
} from '../../../tests/support/components/usage-screen.tsx'
import { aMeter } from '../../../tests/support/responses/meters.ts'

answerUsageCalls()

/** Texts of the cells of each row. */
const table = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))

const firstCells = () => table().map(([name]) => name)

describe('使用量 of a year', () => {
  test('shows meters that count up with their months, marks, changes a day, and totals by unit', async () => {
    const screen = await open()
    await expect.poll(firstCells).toEqual(['給水', '受電', '動力盤', '合計 kWh（2件）', '合計 m³（1件）'])
    // Name, unit, January to December, total.
    await expect
      .poll(() => table()[1]?.slice(10, 15))
      .toEqual([
        '300.0',
        '341.0 前月 +10.0 % 前年 ±0.0 %',
        '220.0 途中 前月 ±0.0 %',
        '',
        '861.0 途中・一部不明',
      ])
    const [water, , power, electric] = table()
    expect(power?.slice(10, 13)).toEqual(['30.0 推計', '62.0 認定・修正 前月 +100.0 % 前年 +100.0 %', '不明'])
    expect(water?.slice(10, 12)).toEqual(['-8.0', '12.3'])
    expect(electric?.slice(10, 13)).toEqual([
      '330.0 推計',
      '403.0 認定・修正 前月 +18.2 % 前年 +8.3 %',
      '220.0 途中・一部不明',
    ])
    await expect.element(screen.getByText(/^親メーターと子メーターの両方を含む合計/)).toBeVisible()
  })

  test('goes to the year before and back by one press, and never beyond today', async () => {
    const screen = await open()
    await expect.element(screen.getByRole('button', { name: '次の年' })).toBeDisabled()
    await screen.getByRole('button', { name: '前の年' }).click()
    await expect.poll(() => shown.search.at).toBe('2025-01-01')
    await expect.poll(() => shown.asked.at(-1)?.get('from')).toBe('2024-01-01')
    await expect.element(screen.getByText('2025年', { exact: true }).first()).toBeVisible()
    await screen.getByRole('button', { name: '次の年' }).click()
    await expect.poll(() => shown.search.at).toBe('2026-01-01')
  })

  test.each([
    { view: 'year', chosen: '2026年', other: '2025年', at: '2025-01-01' },
    { view: 'month', chosen: '2026年11月', other: '9月', at: '2026-09-01' },
    { view: 'day', chosen: '2026年11月21日', other: '2026年11月3日', at: '2026-11-03' },
  ] as const)('goes to another $view by two presses', async ({ view, chosen, other, at }) => {
    const screen = await open({ view })
    // The name has the visible text, by which people who speak find the button.
    await screen.getByRole('button', { name: new RegExp(`^表示する. ${chosen}$`) }).click()
    await screen.getByRole('button', { name: other, exact: true }).click()
    await expect.poll(() => shown.search.at).toBe(at)
  })

  test('adds up by group and unit, and shows the meters of a group', async () => {
    const screen = await open()
    await screen.getByRole('combobox', { name: '集計' }).selectOptions('グループ別')
    await expect.poll(firstCells).toEqual(['グループなし', '第一工場'])
    await expect.poll(() => table()[1]?.slice(0, 2)).toEqual(['第一工場', 'kWh'])
    await screen.getByRole('button', { name: '第一工場のメーター別の使用量' }).click()
    await expect.poll(firstCells).toEqual(['受電', '動力盤', '合計 kWh（2件）'])
    expect(shown.search).toMatchObject({ by: undefined, groups: [6] })
    await screen.getByRole('button', { name: '第一工場を外す' }).click()
    await expect.poll(() => firstCells().length).toBe(5)
  })

  test('keeps hidden columns in the URL, finds meters, and sorts them by a month', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: '表示列' }).click()
    await screen.getByRole('checkbox', { name: '前年同月比' }).click()
    await screen.getByRole('checkbox', { name: '管理番号' }).click()
    expect(shown.search.columns).toEqual(['code', 'unit', 'total', 'previous', 'times'])
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => table()[1]?.[12]).toBe('341.0 前月 +10.0 %')
    await screen.getByRole('button', { name: /^10月/ }).click()
    await expect.poll(firstCells).toEqual(['受電', '動力盤', '給水', '合計 kWh（2件）', '合計 m³（1件）'])
    await type(screen.getByRole('searchbox', { name: 'メーターを検索' }), 'ｅ－２')
    await expect.poll(firstCells).toEqual(['動力盤'])
  })

  test('moves between usages by arrow keys, with one stop of Tab in a row', async () => {
    const screen = await open()
    const cell = (name: RegExp) => screen.getByRole('button', { name })
    await expect.element(cell(/^給水 2026年1月（m³）、/)).toBeInTheDocument()
    await expect.poll(() => document.querySelectorAll('[data-grid-cell][tabindex="0"]').length).toBe(3)
    cell(/^給水 2026年1月（m³）、/)
      .element()
      .focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await expect.element(cell(/^受電 2026年2月（kWh）、/)).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.element(cell(/^受電 2026年1月（kWh）、/)).toHaveFocus()
  })

  test('keeps the names in sight while the months are scrolled', async () => {
    const screen = await open({ view: 'year' }, { width: 800 })
    const name = screen.getByRole('link', { name: '受電' })
    await expect.element(name).toBeVisible()
    const scroller = document.querySelector('[data-scroll-restoration-id="list"]')
    const left = () => name.element().getBoundingClientRect().left
    const before = await settled(left)
    scroller?.scrollTo({ left: 300 })
    await expect.poll(() => scroller?.scrollLeft).toBe(300)
    expect(left()).toBe(before)
  })

  test('is saved as CSV with exact numbers, marks and changes', async () => {
    const files = savedFiles()
    const screen = await open({ view: 'year', columns: ['unit', 'previous'] })
    await screen.getByRole('button', { name: 'CSVダウンロード' }).click()
    await expect.element(screen.getByText('3行のCSVを保存しました')).toBeVisible()
    expect(files[0]?.name).toBe('usage-2026-01-01.csv')
    const text = (await files[0]?.blob.text()) ?? ''
    const [head, water, incoming] = text.split('\r\n').map((line) => line.split(','))
    expect(head?.slice(0, 5)).toEqual([
      'メーター名',
      '単位',
      '2026年1月',
      '2026年1月 区分',
      '2026年1月 前月比（%）',
    ])
    expect(water?.slice(26, 32)).toEqual(['-8', '', '', '12.3', '', ''])
    expect(incoming?.slice(29, 38)).toEqual(['341', '', '10.0', '220', '途中', '0.0', '', '', ''])
  })

  test('explains itself without counters, and offers to ask again after a failure', async () => {
    const none = await open({ view: 'year' }, { listed: [aMeter({ id: 4 })] })
    await expect
      .element(none.getByText(/^使用量を計算するメーターがまだありません.*「集計」から表示できます/))
      .toBeVisible()
    await none.unmount()
    shown.isFailing = true
    const screen = await open()
    const retry = screen.getByRole('button', { name: '再試行' })
    await expect.element(retry).toBeVisible()
    shown.isFailing = false
    await retry.click()
    await expect.poll(firstCells).toContain('受電')
  })
})

describe('the proof of a usage', () => {
  test('shows both indices with their readings, and the parts with their multipliers', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: /^受電 2026年10月（kWh）、341\.0 前月 \+10\.0 %/ }).click()
    const dialog = screen.getByRole('dialog', { name: '受電 2026年10月の使用量' })
    await expect.element(dialog.getByText('341.0').first()).toBeVisible()
    expect(shown.search).toMatchObject({ meter: 1, cell: '2026-10-01T00:00:00.000+09:00' })
    const start = dialog.getByRole('region', { name: '期間の始め' })
    await expect.element(start).toMatchTextContent(/2026\/10\/01 00:00.*指示値 700\.0 kWh.*698\.0.*佐藤/)
    const end = dialog.getByRole('region', { name: '期間の終わり' })
    await expect.element(end).toMatchTextContent(/指示値 1,031\.5 kWh.*699\.0.*700\.0/)
    await expect.element(dialog.getByRole('row').nth(1)).toMatchTextContent(/700\.0 → 1,031\.5.*×40.*341\.0/)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(shown.search).toMatchObject({ meter: undefined, cell: undefined })
  })

  test('opens from the URL', async () => {
    const screen = await open({ view: 'year', meter: 2, cell: '2026-09-01T00:00:00.000+09:00' })
    const dialog = screen.getByRole('dialog', { name: '動力盤 2026年9月の使用量' })
    await expect.element(dialog.getByText(/^期間の境目の指示値を、前後の測定値から推計/)).toBeVisible()
  })
})

describe('使用量 of this month and the last one', () => {
  test('is what a tablet shows first, sorted by the change from last year', async () => {
    const screen = await open({}, { width: 820 })
    const top = (name: string) =>
      screen.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top
    expect(top('按分')).toBe(top('グラフ'))
    const byChange = screen.getByRole('button', { name: /^先月の 前年同月比/ })
    await byChange.click()
    await expect.poll(firstCells).toEqual(['動力盤', '受電', '給水', '合計 kWh（2件）', '合計 m³（1件）'])
    const scroller = document.querySelector('[data-scroll-restoration-id="list"]')
    expect(scroller?.scrollWidth).toBe(scroller?.clientWidth)
    expect(table()[1]?.slice(2)).toEqual(['220.0 途中 前月 ±0.0 %', '341.0', '+10.0 %', '±0.0 %'])
    await byChange.click()
    await expect.poll(firstCells).toEqual(['受電', '動力盤', '給水', '合計 kWh（2件）', '合計 m³（1件）'])
  })

  test('is cards on a phone', async () => {
    const screen = await open({}, { width: 390 })
    const top = (name: string) =>
      screen.getByLabelText(name, { exact: true }).element().getBoundingClientRect().top
    expect(top('按分')).toBe(top('期間'))
    const card = screen.getByRole('article', { name: '受電' })
    await expect
      .element(card)
      .toMatchTextContent(/今月 220\.0 kWh 途中 前月 ±0\.0 %.*先月 341\.0 kWh.*先月の前月比 \+10\.0 %/)
    await card.getByRole('button', { name: /2026年10月/ }).click()
    await expect.element(screen.getByRole('dialog', { name: '受電 2026年10月の使用量' })).toBeVisible()
  })
})
