// Covers docs/requirements.md: 386, 392

import { Cron } from 'croner'
import fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import { dueTimes, isValidSchedule, nextDue, previousDue, shortestInterval } from './due-times.ts'

const tokyo = 'Asia/Tokyo'
const newYork = 'America/New_York'
const iso = (times: readonly (Date | null)[]) => times.map((at) => at?.toISOString().slice(0, 16))
const dueOf = (crons: string, zone: string, from: string, before: string) =>
  iso(dueTimes(crons, zone, new Date(from), new Date(before)))

describe('shortestInterval', () => {
  test.each([
    ['* * * * *', 60],
    ['*/10 * * * *', 600],
    ['0 0-23 * * *', 3600],
    ['0 15 * * *', 86_400],
    ['0 9 * * *,15 9 * * 1', 900],
    ['0 9 1 * *', null],
    ['0 9 * 7 *', null],
    ['', null],
  ])('of %j is %s seconds', (crons, seconds) => {
    expect(shortestInterval(crons)).toBe(seconds)
  })
})

describe('whether a schedule is valid', () => {
  test.each([
    '0 15 * * *',
    '0 15 * * *,30 9 * * 1',
    '*/5 * * * *',
    '0 0 29 2 *',
    '0 0 31 * *',
    '0 9 * JAN-MAR MON,FRI',
    '0 0 L * *',
    // Either day counts, as cron has it: Mondays of February are days of it.
    '0 0 30 2 1',
  ])('%j is', (crons) => {
    expect(isValidSchedule(crons)).toBe(true)
  })

  test.each([
    '',
    'daily',
    '@daily',
    '2030-01-01T00:00:00',
    '0 15 * *',
    '0 0 15 * * *',
    '60 0 * * *',
    '0 24 * * *',
    '0 0 32 * *',
    '0 0 * 13 *',
    '0 0 * * 8',
    '0 0 30 2 *',
    '0 0 31 2,4,6,9,11 *',
    '0 15 * * *,0 0 30 2 *',
    '5-1 0 * * *',
    '*/0 * * * *',
  ])('%j is not', (crons) => {
    expect(isValidSchedule(crons)).toBe(false)
  })
})

describe('due times', () => {
  it('are read in the zone, from the first until before the last', () => {
    expect(dueOf('0 15 * * *', tokyo, '2026-11-20T06:00:00Z', '2026-11-22T06:00:00Z')).toEqual([
      '2026-11-20T06:00',
      '2026-11-21T06:00',
    ])
    expect(dueOf('0 15 * * *', newYork, '2026-11-20T06:00:00Z', '2026-11-22T06:00:00Z')).toEqual([
      '2026-11-20T20:00',
      '2026-11-21T20:00',
    ])
  })

  it('are none in an empty span and of an empty schedule', () => {
    expect(dueOf('* * * * *', tokyo, '2026-11-20T06:00:00Z', '2026-11-20T06:00:00Z')).toEqual([])
    expect(dueOf('* * * * *', newYork, '2026-11-01T06:00:00Z', '2026-11-01T05:00:00Z')).toEqual([])
    expect(dueOf('', tokyo, '2026-11-20T06:00:00Z', '2026-11-21T06:00:00Z')).toEqual([])
  })

  it('are one where two expressions meet', () => {
    expect(dueOf('0,30 15 * * *, 0 15 * * 5', tokyo, '2026-11-19T15:00:00Z', '2026-11-20T15:00:00Z')).toEqual(
      ['2026-11-20T06:00', '2026-11-20T06:30'],
    )
  })

  it('leave out months without the day', () => {
    expect(dueOf('0 0 31 * *', 'UTC', '2026-01-01', '2026-07-01')).toEqual([
      '2026-01-31T00:00',
      '2026-03-31T00:00',
      '2026-05-31T00:00',
    ])
    expect(dueOf('0 0 L 2,4 *', 'UTC', '2027-01-01', '2028-12-01')).toEqual([
      '2027-02-28T00:00',
      '2027-04-30T00:00',
      '2028-02-29T00:00',
      '2028-04-30T00:00',
    ])
  })

  it('find 29 February every four years, and after eight where a century has none', () => {
    expect(dueOf('0 12 29 2 *', 'UTC', '2026-01-01', '2033-01-01')).toEqual([
      '2028-02-29T12:00',
      '2032-02-29T12:00',
    ])
    expect(iso([nextDue('0 12 29 2 *', 'UTC', new Date('2096-03-01'))])).toEqual(['2104-02-29T12:00'])
  })

  it('begin every other day anew with the month', () => {
    expect(dueOf('0 9 */2 * *', 'UTC', '2026-01-29', '2026-02-04')).toEqual([
      '2026-01-29T09:00',
      '2026-01-31T09:00',
      '2026-02-01T09:00',
      '2026-02-03T09:00',
    ])
  })

  // 8 March 2026, 2:00 EST becomes 3:00 EDT at 7:00 UTC.
  it('that clocks leave out are due when they go on, intervals are not', () => {
    const of = (crons: string) => dueOf(crons, newYork, '2026-03-08T06:00:00Z', '2026-03-08T08:00:00Z')
    expect(of('30 2 * * *')).toEqual(['2026-03-08T07:00'])
    expect(of('15,30 2 * * *')).toEqual(['2026-03-08T07:00'])
    expect(of('15 2 * * *,30 2 * * *')).toEqual(['2026-03-08T07:00'])
    expect(of('*/30 * * * *')).toEqual([
      '2026-03-08T06:00',
      '2026-03-08T06:30',
      '2026-03-08T07:00',
      '2026-03-08T07:30',
    ])
    expect(dueOf('0 15 * * *', newYork, '2026-03-07', '2026-03-10')).toEqual([
      '2026-03-07T20:00',
      '2026-03-08T19:00',
      '2026-03-09T19:00',
    ])
  })

  // 1 November 2026, 2:00 EDT becomes 1:00 EST at 6:00 UTC.
  it('that clocks show twice are due once, intervals go on', () => {
    const of = (crons: string) => dueOf(crons, newYork, '2026-11-01T05:00:00Z', '2026-11-01T07:00:00Z')
    expect(of('30 1 * * *')).toEqual(['2026-11-01T05:30'])
    expect(of('15,30 1 * * *')).toEqual(['2026-11-01T05:15', '2026-11-01T05:30'])
    expect(of('*/30 * * * *')).toEqual([
      '2026-11-01T05:00',
      '2026-11-01T05:30',
      '2026-11-01T06:00',
      '2026-11-01T06:30',
    ])
    expect(dueOf('* * * * *', newYork, '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z')).toHaveLength(25 * 60)
  })

  it('of every minute of 31 days are found without asking croner for each, and of a year refused', () => {
    const asked = vi.spyOn(Cron.prototype, 'nextRun')
    expect(dueOf('* * * * *', tokyo, '2026-01-01', '2026-02-01')).toHaveLength(44_640)
    expect(asked.mock.calls.length).toBeLessThan(200)
    asked.mockRestore()
    expect(() => dueOf('* * * * *', tokyo, '2026-01-01', '2027-01-01')).toThrow(RangeError)
  })
})

describe('the next and the previous due time', () => {
  it('are later and earlier than the given one, to the millisecond', () => {
    const at = new Date('2026-11-20T06:00:00Z')
    const near = (ms: number) => new Date(at.getTime() + ms)
    expect(nextDue('0 15 * * *', tokyo, near(-1))).toEqual(at)
    expect(iso([nextDue('0 15 * * *', tokyo, at)])).toEqual(['2026-11-21T06:00'])
    expect(previousDue('0 15 * * *', tokyo, near(1))).toEqual(at)
    expect(iso([previousDue('0 15 * * *', tokyo, at)])).toEqual(['2026-11-19T06:00'])
  })

  it('are the nearest of several expressions', () => {
    const at = new Date('2026-11-20T06:00:00Z')
    expect(iso([nextDue('0 9 * * *,0 18 * * *,0 0 1 * *', tokyo, at)])).toEqual(['2026-11-20T09:00'])
    expect(iso([previousDue('0 9 * * *,0 18 * * *,0 0 1 * *', tokyo, at)])).toEqual(['2026-11-20T00:00'])
  })

  it('are none of an empty schedule', () => {
    expect(nextDue('', tokyo, new Date())).toBeNull()
    expect(previousDue('', tokyo, new Date())).toBeNull()
  })
})

describe('beside croner alone', () => {
  const minutes = fc.constantFrom('0', '30', '0,15,30,45', '*/20', '5-10/5')
  const hours = fc.constantFrom('0', '1', '2', '3', '15', '*', '*/6', '0,2,23', '22-23')
  const days = fc.constantFrom(
    '* * *',
    '* * 0',
    '31 * *',
    '*/2 * *',
    'L * *',
    '* 3 1-5',
    '1 * 0',
    '* * 5#2',
    '29 2 *',
  )
  const cron = fc.tuple(minutes, hours, days).map((fields) => fields.join(' '))
  const crons = fc.array(cron, { minLength: 1, maxLength: 3 })
  const places = fc.tuple(
    fc.constantFrom(tokyo, newYork, 'Asia/Kathmandu', 'Pacific/Apia'),
    fc.integer({ min: Date.UTC(2023, 0), max: Date.UTC(2029, 0) }),
  )
  /** Up to three days before a change of clocks, by half an hour and at midnight among them. */
  const changes = fc
    .tuple(
      fc.constantFrom(
        [newYork, '2026-03-08T07:00Z'] as const,
        [newYork, '2026-11-01T06:00Z'] as const,
        ['Europe/London', '2026-03-29T01:00Z'] as const,
        ['Australia/Lord_Howe', '2026-04-04T15:00Z'] as const,
        ['Australia/Lord_Howe', '2026-10-03T15:30Z'] as const,
        ['America/Santiago', '2026-04-05T03:00Z'] as const,
        ['Asia/Beirut', '2026-10-24T21:00Z'] as const,
        ['America/Santiago', '2026-09-06T04:00Z'] as const,
      ),
      fc.integer({ min: -72 * 3_600_000, max: 3_600_000 }),
    )
    .map(([[zone, at], ms]): [string, number] => [zone, Date.parse(at) + ms])
  const length = fc.integer({ min: 0, max: 8 * 24 * 3_600_000 })

  it('times are the same, and so are the next and the previous one', () => {
    fc.assert(
      fc.property(crons, fc.oneof(places, changes, changes), length, (expressions, [zone, first], ms) => {
        const text = expressions.join(', ')
        const before = first + ms
        const expected = new Set<number>()
        for (const expression of expressions) {
          const alone = new Cron(expression, { timezone: zone, fixedTimeRule: 'no-wildcard' })
          for (
            let at = alone.nextRun(new Date(first - 1));
            at !== null && at.getTime() < before;
            at = alone.nextRun(at)
          )
            expected.add(at.getTime())
        }
        const found = dueTimes(text, zone, new Date(first), new Date(before))
        expect(found).toEqual([...expected].sort((a, b) => a - b).map((at) => new Date(at)))
        if (found.length === 0) return
        expect(nextDue(text, zone, new Date(first - 1))).toEqual(found[0])
        expect(previousDue(text, zone, new Date(before))).toEqual(found.at(-1))
      }),
      { numRuns: 100 },
    )
  })
})
