// Covers docs/requirements.md: 558

import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { lastClockOffset, noteServerTime, useWrongClock } from './clockOffset.ts'

beforeEach(() => localStorage.clear())

const told = Date.UTC(2026, 10, 20, 9)
const headers = new Headers({ date: new Date(told).toUTCString() })

test('requirement 19: the offset to the server is kept from its answers, and stands without signal', () => {
  expect(lastClockOffset()).toBeNull()
  noteServerTime(headers, told + 500 + 180_000)
  expect(lastClockOffset()).toBe(180_000)
  // A response without a date, as from a cache, says nothing.
  noteServerTime(new Headers(), told)
  expect(lastClockOffset()).toBe(180_000)
})

const Minutes = () => <p>{useWrongClock() ?? 'right'}</p>

test.each([
  [119_000, 'right'],
  [-119_000, 'right'],
  [180_000, '3'],
  [-7_200_000, '-120'],
])('requirement 19: a clock that is %i ms ahead of the server’s is told as %s', async (ahead, text) => {
  const screen = await show(<Minutes />)
  noteServerTime(headers, told + 500 + ahead)
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
})

const Time = () => <p>{new Date(useCurrentMinute()).toISOString()}</p>

test.each([
  [-7_200_000, '2026-11-20T09:00:00.000Z'],
  [119_000, '2026-11-20T09:01:00.000Z'],
])(
  'what is compared with the server’s times has its time, where the clock is %i ms ahead',
  async (ahead, text) => {
    vi.spyOn(Date, 'now').mockReturnValue(told + ahead)
    noteServerTime(headers, told + 500 + ahead)
    const screen = await show(<Time />)
    await expect.element(screen.getByText(text)).toBeInTheDocument()
    vi.restoreAllMocks()
  },
)

test('今日 and the age of what was fetched are right on a device whose clock is a day ahead', async () => {
  const ahead = 86_400_000
  const now = Date.now()
  localStorage.setItem('clockOffset', String(ahead))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const screen = await show(
    <>
      <TimeText time={now - ahead} />
      <AgeNote fetchedAt={now - 600_000} />
    </>,
  )
  await expect.element(screen.getByText(/^今日 /).first()).toBeVisible()
  await expect
    .element(screen.getByRole('status'))
    .toMatchTextContent(/^(9|10)分前（(今日|昨日) .*の内容です$/)
  vi.restoreAllMocks()
})
