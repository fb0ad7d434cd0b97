import { expect, test } from 'vitest'
import { recentSpans, spanPresets } from './spanPresets.ts'

const spans = (today: string) =>
  Object.fromEntries(spanPresets(today).map(({ label, from, to }) => [label, `${from} ${to}`]))

test('yesterday and last month are the calendar’s, not so and so many days', () => {
  expect(spans('2026-11-21')).toEqual({
    昨日: '2026-11-20 2026-11-20',
    今月: '2026-11-01 2026-11-21',
    先月: '2026-10-01 2026-10-31',
  })
})

test('the year turns, and a short month before a long one keeps its last day', () => {
  expect(spans('2027-01-01')).toEqual({
    昨日: '2026-12-31 2026-12-31',
    今月: '2027-01-01 2027-01-01',
    先月: '2026-12-01 2026-12-31',
  })
  expect(spans('2026-03-31')['先月']).toBe('2026-02-01 2026-02-28')
})

test('today and the last week are those of the home: the week goes seven days back', () => {
  expect(recentSpans('2026-11-21')).toEqual([
    { label: '今日', from: '2026-11-21', to: '2026-11-21' },
    { label: '直近1週間', from: '2026-11-14', to: '2026-11-21' },
  ])
})
