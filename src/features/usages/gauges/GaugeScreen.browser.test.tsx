// Covers docs/requirements.md: 813, 814, 815, 816

import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { savedFiles } from '../../../../tests/support/components/savedFiles.ts'
import {
  answerUsageCalls,
  openUsageScreen as open,
  shown,
} from '../../../../tests/support/components/usage-screen.tsx'
import { aMeter } from '../../../../tests/support/responses/meters.ts'

answerUsageCalls()

const gauges = { view: 'year', of: 'gauges' } as const

/** Texts of the cells of each row. */
const table = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent.trim()),
  )
const firstCells = () => table().map(([name]) => name)

describe('最大・最小・平均 of a year', () => {
  test('are chosen in 使用量 and show the meters that do not count up, with times and marks', async () => {
    const screen = await open({ view: 'year' })
    await screen.getByRole('combobox', { name: '集計' }).selectOptions('最大・最小・平均')
    await expect.poll(firstCells).toEqual(['圧力計', '温度計', '差圧計'])
    await expect.element(screen.getByRole('heading', { name: '最大・最小・平均' })).toBeVisible()
    expect(shown.search).toMatchObject({ of: 'gauges' })
    // Name, unit, January to December.
    await expect
      .poll(() => table()[0]?.slice(9, 14))
      .toEqual([
        '測定なし',
        '最大 要確認 09/03 14:20 0.52 最小 09/30 06:00 0.38 平均 0.45',
        '測定なし',
        '最大 修正 11/02 09:00 0.60 最小 11/20 05:30 0.10 平均 途中 0.40',
        '',
      ])
    expect(table()[1]?.[10]).toBe('最大 09/09 09:00 1,234.5 最小 09/10 09:00 -8 平均 0')
    await screen.getByRole('combobox', { name: '集計' }).selectOptions('メーター別')
    await expect.poll(firstCells).toContain('受電')
  })

  test('are one number each where one is chosen, by which the meters are sorted', async () => {
    const screen = await open({
      ...gauges,
      columns: ['unit'],
      sort: '2026-09-01T00:00:00.000+09:00',
      order: 'asc',
    })
    await screen.getByRole('combobox', { name: '値' }).selectOptions('最小')
    await expect.poll(firstCells).toEqual(['温度計', '差圧計', '圧力計'])
    expect(shown.search.statistic).toBe('minimum')
    await expect.poll(() => table().map((row) => row[10])).toEqual(['-8', '0.31', '0.38'])
    await screen.getByRole('combobox', { name: '値' }).selectOptions('平均')
    await expect.poll(() => table().map((row) => row[10])).toEqual(['0', '0.31', '0.45'])
  })

  test('of a group are the highest and lowest of its meters of one unit, without a mean', async () => {
    const screen = await open({ ...gauges, by: 'group' })
    await expect.poll(firstCells).toEqual(['グループなし', '第一工場'])
    await expect.poll(() => table()[1]?.[10]).toBe('最大 要確認 09/03 14:20 0.52 最小 09/09 09:00 0.31')
    await screen.getByRole('button', { name: /^第一工場 2026年9月（kWh）、/ }).click()
    const dialog = screen.getByRole('dialog', { name: '第一工場 2026年9月の最大・最小' })
    await expect.element(dialog.getByRole('region', { name: '最小' })).toMatchTextContent(/差圧計/)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await screen.getByRole('button', { name: '第一工場のメーター別の最大・最小' }).click()
    await expect.poll(firstCells).toEqual(['圧力計', '差圧計'])
    expect(shown.search).toMatchObject({ of: 'gauges', by: undefined, groups: [6] })
  })

  test('are reached by arrow keys over months without measurements, with one stop of Tab in a row', async () => {
    const screen = await open(gauges)
    const cell = (name: RegExp) => screen.getByRole('button', { name })
    await expect.element(cell(/^圧力計 2026年9月（kWh）、/)).toBeInTheDocument()
    expect(document.querySelectorAll('[data-grid-cell][tabindex="0"]')).toHaveLength(3)
    cell(/^圧力計 2026年11月（kWh）、/)
      .element()
      .focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(cell(/^圧力計 2026年9月（kWh）、最大 要確認 09\/03 14:20 0\.52/)).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(cell(/^差圧計 2026年9月（kWh）、/)).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(cell(/^温度計 2026年9月（m³）、/)).toHaveFocus()
  })

  test('are saved as CSV with numbers, times, number of measurements and marks', async () => {
    const files = savedFiles()
    const screen = await open(gauges)
    await screen.getByRole('button', { name: 'CSVダウンロード' }).click()
    await expect.element(screen.getByText('3行のCSVを保存しました')).toBeVisible()
    expect(files[0]?.name).toBe('statistics-2026-01-01.csv')
    const text = (await files[0]?.blob.text()) ?? ''
    const [head, pressure, temperature] = text.split('\r\n').map((line) => line.split(','))
    const september = 2 + 8 * 7
    expect(head?.slice(september, september + 7)).toEqual(
      ['最大', '最大の測定日時', '最小', '最小の測定日時', '平均', '測定回数', '区分'].map(
        (title) => `2026年9月 ${title}`,
      ),
    )
    expect(pressure?.slice(september, september + 8)).toEqual([
      '0.52',
      '2026/09/03 14:20:00',
      '0.38',
      '2026/09/30 06:00:00',
      '0.45333',
      '3',
      '最大 要確認',
      '測定なし',
    ])
    expect(temperature?.[september]).toBe('1234.5')
    expect(pressure?.slice(-8)).toEqual(['途中・最大 修正', '', '', '', '', '', '', ''])
  })

  test('are explained without such meters, and asked for again after a failure', async () => {
    const none = await open(gauges, { listed: [aMeter({ id: 1, is_cumulative: true })] })
    await expect.element(none.getByText(/^積算しないメーターがまだありません/)).toBeVisible()
    await none.unmount()
    shown.isFailing = true
    const screen = await open(gauges)
    const retry = screen.getByRole('button', { name: '再試行' })
    await expect.element(retry).toBeVisible()
    shown.isFailing = false
    await retry.click()
    await expect.poll(firstCells).toContain('圧力計')
  })
})

describe('the readings of the extremes', () => {
  test('open from a cell with their photographs, and with what the mean is', async () => {
    const screen = await open(gauges)
    await screen.getByRole('button', { name: /^圧力計 2026年9月（kWh）、/ }).click()
    const dialog = screen.getByRole('dialog', { name: '圧力計 2026年9月の最大・最小・平均' })
    await expect
      .element(dialog.getByRole('region', { name: '最大' }))
      .toMatchTextContent(/^最大 要確認.*711\.00.*佐藤/)
    const lowest = dialog.getByRole('region', { name: '最小' }).getByRole('link')
    await expect.element(lowest).toHaveAttribute('href', expect.stringContaining('/meter-value/22'))
    await expect
      .element(dialog.getByRole('region', { name: '平均' }))
      .toMatchTextContent(/平均 0\.45 kWh.*3回の測定の平均です/)
    expect(shown.search).toMatchObject({ row: 'm4', cell: '2026-09-01T00:00:00.000+09:00' })
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(shown.search).toMatchObject({ row: undefined, cell: undefined })
  })

  test('open from the URL', async () => {
    const screen = await open({ ...gauges, row: 'm5', cell: '2026-09-01T00:00:00.000+09:00' })
    await expect
      .element(screen.getByRole('dialog', { name: '差圧計 2026年9月の最大・最小・平均' }))
      .toBeVisible()
  })
})

describe('最大・最小・平均 on a phone', () => {
  test('are cards of this month and the last one', async () => {
    const screen = await open({ of: 'gauges' }, { width: 390 })
    const card = screen.getByRole('article', { name: '圧力計' })
    await expect
      .element(card)
      .toMatchTextContent(/今月 ?最大 修正 11\/02 09:00 0\.60 kWh .*平均 途中 0\.40 kWh ?先月 ?測定なし/)
    await card.getByRole('button', { name: /2026年11月/ }).click()
    await expect
      .element(screen.getByRole('dialog', { name: '圧力計 2026年11月の最大・最小・平均' }))
      .toBeVisible()
  })
})
