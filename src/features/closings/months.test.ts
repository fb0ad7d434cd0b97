// Covers docs/requirements.md: 766

import { describe, expect, it } from 'vitest'
import { monthToClose } from '../../../contract/closing/closingDates.ts'
import { monthText } from '../../../text/monthText.ts'
import { closingTimeText } from '../../shared/closings/closingTimeText.ts'
import { closingDayText, runningMonth } from './months.ts'

const zone = 'Asia/Tokyo'

describe('runningMonth', () => {
  const cycle = { closing_day: 20, closing_hour: 24 }
  it('is the month whose closing time is the next one', () => {
    expect(runningMonth(cycle, Date.parse('2026-11-20T23:59:00+09:00'), zone)).toBe('2026-11')
    expect(runningMonth(cycle, Date.parse('2026-11-21T00:00:00+09:00'), zone)).toBe('2026-12')
  })
  it('closes on the last day of a month without the closing day', () => {
    const end = { closing_day: 31, closing_hour: 9 }
    expect(runningMonth(end, Date.parse('2026-02-28T08:00:00+09:00'), zone)).toBe('2026-02')
    expect(runningMonth(end, Date.parse('2026-02-28T09:00:00+09:00'), zone)).toBe('2026-03')
  })
})

describe('monthToClose', () => {
  it('is the one behind the last closed month, or at first the last one that is over', () => {
    expect(monthToClose([{ month: '2026-09' }, { month: '2026-08' }], '2026-12')).toBe('2026-10')
    expect(monthToClose([], '2026-12')).toBe('2026-11')
  })
})

it('writes months, closing days, and midnight as the end of its day', () => {
  expect(monthText('2026-09')).toBe('2026年9月')
  expect(closingDayText({ closing_day: 31, closing_hour: 24 })).toBe('月末 24時')
  expect(closingDayText({ closing_day: 20, closing_hour: 9 })).toBe('20日 9時')
  expect(closingTimeText('2026-12-01T00:00:00.000+09:00', zone)).toBe('2026/11/30 24:00')
  expect(closingTimeText('2026-11-20T09:00:00.000+09:00', zone)).toBe('2026/11/20 09:00')
})
