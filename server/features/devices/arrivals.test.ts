// Covers docs/requirements.md: 391

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ArrivalsOf, arrivalsByDay } from './arrivals.ts'
import { dueTimes } from './due-times.ts'

const minute = 60_000
const at = (text: string) => new Date(`${text}+09:00`)
/** A report that came when it was measured, or later. */
const report = (measured: string, received = measured) => ({
  measuredAt: at(measured),
  receivedAt: at(received),
})

/** Daily at 15:00 in Tokyo, three hours of retry and three minutes of drift, seen a week later. */
const base: ArrivalsOf = {
  zone: 'Asia/Tokyo',
  from: at('2026-11-20T00:00'),
  before: at('2026-11-23T00:00'),
  now: at('2026-11-30T00:00'),
  schedules: [{ from: at('2026-01-01T00:00'), crons: '0 15 * * *' }],
  existence: [{ from: at('2026-01-01T00:00'), before: null }],
  downtimes: [],
  retrySeconds: 10_800,
  driftSeconds: 180,
  reports: [],
}
/** `20: 1 scheduled, 1 arrived`, of each day; nothing for zero. */
const days = (given: Partial<ArrivalsOf>) =>
  arrivalsByDay({ ...base, ...given }).map(({ date, ...counts }) =>
    [
      date.slice(5),
      ...Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : `${count} ${name}`)),
    ].join(' '),
  )
const day = (given: Partial<ArrivalsOf>) =>
  days({ from: at('2026-11-20T00:00'), before: at('2026-11-21T00:00'), ...given })

describe('a due time', () => {
  it('is arrived, late or missing on each day', () => {
    expect(
      days({ reports: [report('2026-11-20T15:00:10'), report('2026-11-22T15:00:20', '2026-11-22T20:00')] }),
    ).toEqual(['11-20 1 scheduled 1 arrived', '11-21 1 scheduled 1 missing', '11-22 1 scheduled 1 late'])
  })

  it.each([
    ['as early as clocks may differ', '2026-11-20T14:57', '2026-11-20T14:57', '11-20 1 scheduled 1 arrived'],
    ['earlier than that', '2026-11-20T14:56:59', '2026-11-20T14:56:59', '11-20 1 scheduled 1 missing'],
    ['in the last second', '2026-11-20T18:03', '2026-11-20T18:03', '11-20 1 scheduled 1 arrived'],
    ['after that', '2026-11-20T18:03:01', '2026-11-20T18:03:01', '11-20 1 scheduled 1 late'],
    [
      'measured in time and sent two days later',
      '2026-11-20T15:00',
      '2026-11-22T15:00',
      '11-20 1 scheduled 1 late',
    ],
    ['just before the next', '2026-11-21T14:56', '2026-11-21T14:56', '11-20 1 scheduled 1 late'],
    ['by the next', '2026-11-21T14:58', '2026-11-21T14:58', '11-20 1 scheduled 1 missing'],
    ['by a clock that is ahead', '2026-11-20T18:30', '2026-11-20T18:00', '11-20 1 scheduled 1 arrived'],
  ])('is served %s: measured %s, received %s', (_when, measured, received, expected) => {
    expect(day({ reports: [report(measured, received)] })).toEqual([expected])
  })

  it('has the retry time of the schedule in force when nobody has set one', () => {
    const schedules = [
      { from: at('2026-01-01T00:00'), crons: '0 15 * * *' },
      { from: at('2026-11-20T20:00'), crons: '0 21 * * *,15 21 * * *' },
    ]
    const reports = [
      report('2026-11-20T15:00', '2026-11-20T18:03'),
      report('2026-11-20T21:00', '2026-11-20T21:33'),
      report('2026-11-20T21:15', '2026-11-20T21:48:01'),
    ]
    expect(day({ schedules, reports, retrySeconds: null })).toEqual(['11-20 3 scheduled 2 arrived 1 late'])
    expect(day({ schedules, reports, retrySeconds: 3600 })).toEqual(['11-20 3 scheduled 2 arrived 1 late'])
    expect(day({ schedules, reports, retrySeconds: 10_800 })).toEqual(['11-20 3 scheduled 3 arrived'])
  })

  it('counts once however many reports serve it, by the first that came', () => {
    const late = report('2026-11-20T15:01', '2026-11-21T09:00')
    expect(day({ reports: [late, report('2026-11-20T15:02')] })).toEqual(['11-20 1 scheduled 1 arrived'])
    expect(day({ reports: [report('2026-11-20T15:02'), late] })).toEqual(['11-20 1 scheduled 1 arrived'])
    expect(day({ reports: [late, late] })).toEqual(['11-20 1 scheduled 1 late'])
  })

  it('is not scheduled while it is awaited, and missing when its deadline has passed', () => {
    expect(day({ now: at('2026-11-20T14:00') })).toEqual(['11-20'])
    expect(day({ now: at('2026-11-20T18:03') })).toEqual(['11-20'])
    expect(day({ now: at('2026-11-20T18:03:01') })).toEqual(['11-20 1 scheduled 1 missing'])
    expect(day({ now: at('2026-11-20T15:10'), reports: [report('2026-11-20T15:00:05')] })).toEqual([
      '11-20 1 scheduled 1 arrived',
    ])
  })

  it('of a short interval is served by the nearest report', () => {
    const every = { schedules: [{ from: at('2026-01-01T00:00'), crons: '* * * * *' }] }
    const span = { from: at('2026-11-20T10:00'), before: at('2026-11-20T10:04') }
    const reports = ['10:00:20', '10:01:29', '10:02:40'].map((time) => report(`2026-11-20T${time}`))
    expect(days({ ...every, ...span, reports })).toEqual(['11-20 4 scheduled 3 arrived 1 missing'])
  })
})

describe('what is left out', () => {
  const hourly = { schedules: [{ from: at('2026-01-01T00:00'), crons: '0 * * * *' }] }

  it('are due times while the server was down, the first of them included', () => {
    const downtimes = [{ from: at('2026-11-20T10:00'), before: at('2026-11-20T14:00') }]
    expect(day({ ...hourly, downtimes })).toEqual(['11-20 20 scheduled 20 missing'])
  })

  it('is not what came for them: it serves no other time', () => {
    const downtimes = [{ from: at('2026-11-20T10:00'), before: at('2026-11-20T14:00') }]
    const reports = [report('2026-11-20T12:00', '2026-11-20T14:05')]
    expect(day({ ...hourly, downtimes, reports })).toEqual(['11-20 20 scheduled 20 missing'])
  })

  it('is a downtime that follows a due time: the deadline waits for as long', () => {
    const downtimes = [{ from: at('2026-11-20T15:01'), before: at('2026-11-20T20:01') }]
    const of = (received: string) => day({ downtimes, reports: [report('2026-11-20T15:00', received)] })
    expect(of('2026-11-20T23:03')).toEqual(['11-20 1 scheduled 1 arrived'])
    expect(of('2026-11-20T23:03:01')).toEqual(['11-20 1 scheduled 1 late'])
    expect(day({ downtimes, now: at('2026-11-20T23:03') })).toEqual(['11-20'])
    const after = [{ from: at('2026-11-20T18:04'), before: at('2026-11-20T20:00') }]
    expect(day({ downtimes: after, now: at('2026-11-20T19:00') })).toEqual(['11-20 1 scheduled 1 missing'])
  })

  it('are due times before a device was created and while it was deleted', () => {
    const existence = [
      { from: at('2026-11-20T06:30'), before: at('2026-11-20T12:00') },
      { from: at('2026-11-20T20:00'), before: null },
    ]
    // 7 to 11 o'clock and 20 to 23 o'clock.
    expect(day({ ...hourly, existence })).toEqual(['11-20 9 scheduled 9 missing'])
  })

  it('are days and devices without a schedule', () => {
    expect(days({ schedules: [] })).toEqual(['11-20', '11-21', '11-22'])
    expect(days({ schedules: [{ from: at('2026-01-01T00:00'), crons: '' }] })).toEqual([
      '11-20',
      '11-21',
      '11-22',
    ])
    expect(days({ existence: [] })).toEqual(['11-20', '11-21', '11-22'])
    expect(days({ before: base.from })).toEqual([])
  })
})

describe('the schedule', () => {
  it('is the one that was in force at the time', () => {
    const schedules = [
      { from: at('2026-01-01T00:00'), crons: '0 15 * * *' },
      { from: at('2026-11-20T15:00'), crons: '0 9 * * *,0 21 * * *' },
      { from: at('2026-11-22T12:00'), crons: '' },
    ]
    // 15:00 of the 20th is no longer due: the edit came with it.
    expect(days({ schedules })).toEqual([
      '11-20 1 scheduled 1 missing',
      '11-21 2 scheduled 2 missing',
      '11-22 1 scheduled 1 missing',
    ])
    expect(days({ schedules, reports: [report('2026-11-20T21:00')] })[0]).toBe('11-20 1 scheduled 1 arrived')
  })

  it('of two rows that meet is due once', () => {
    const schedules = [{ from: at('2026-01-01T00:00'), crons: '0 15 * * *,0 15 * * 5' }]
    expect(days({ schedules })).toEqual([
      '11-20 1 scheduled 1 missing',
      '11-21 1 scheduled 1 missing',
      '11-22 1 scheduled 1 missing',
    ])
  })

  it('of the 31st is due in months that have one', () => {
    const schedules = [{ from: at('2026-01-01T00:00'), crons: '0 15 31 * *' }]
    const span = { from: at('2026-09-01T00:00'), before: at('2026-11-01T00:00') }
    const found = days({ ...span, schedules })
    expect(found).toHaveLength(61)
    expect(found.filter((text) => text.includes('missing'))).toEqual(['10-31 1 scheduled 1 missing'])
  })

  it('of 29 February is due in leap years', () => {
    const schedules = [{ from: at('2026-01-01T00:00'), crons: '0 15 29 2 *' }]
    const of = (year: number) =>
      days({
        schedules,
        from: at(`${year}-02-28T00:00`),
        before: at(`${year}-03-01T00:00`),
        now: at('2029-01-01T00:00'),
      })
    expect(of(2027)).toEqual(['02-28'])
    expect(of(2028)).toEqual(['02-28', '02-29 1 scheduled 1 missing'])
  })
})

describe('the ends of a span', () => {
  it('belong to due times outside of it where those are nearer', () => {
    const schedules = [{ from: at('2026-01-01T00:00'), crons: '0 0 * * *' }]
    expect(day({ schedules, reports: [report('2026-11-20T23:58')] })).toEqual(['11-20 1 scheduled 1 missing'])
    expect(day({ schedules, reports: [report('2026-11-19T23:58')] })).toEqual(['11-20 1 scheduled 1 arrived'])
    expect(day({ schedules, reports: [report('2026-11-19T23:56')] })).toEqual(['11-20 1 scheduled 1 missing'])
  })

  it('see the schedules before and after them', () => {
    const schedules = [
      { from: at('2026-01-01T00:00'), crons: '58 23 * * *' },
      { from: at('2026-11-20T00:00'), crons: '0 0 * * *' },
      { from: at('2026-11-21T00:00'), crons: '1 0 * * *' },
    ]
    // Nearer to the evening before than to midnight.
    expect(day({ schedules, reports: [report('2026-11-19T23:58:30')] })).toEqual([
      '11-20 1 scheduled 1 missing',
    ])
    expect(day({ schedules, reports: [report('2026-11-19T23:59:30')] })).toEqual([
      '11-20 1 scheduled 1 arrived',
    ])
    expect(day({ schedules, reports: [report('2026-11-20T23:58:30')] })).toEqual([
      '11-20 1 scheduled 1 missing',
    ])
  })
})

describe('a schedule that held for a moment at an end of a span', () => {
  it('has no due times before and after it', () => {
    const before = [
      { from: at('2026-11-19T23:59:40'), crons: '59 23 * * *' },
      { from: at('2026-11-20T00:00'), crons: '0 0 * * *' },
    ]
    expect(day({ schedules: before, reports: [report('2026-11-19T23:59:20')] })).toEqual([
      '11-20 1 scheduled 1 arrived',
    ])
    const after = [
      { from: at('2026-01-01T00:00'), crons: '58 23 * * *' },
      { from: at('2026-11-21T00:00'), crons: '1 0 * * *' },
      { from: at('2026-11-21T00:00:30'), crons: '' },
    ]
    expect(day({ schedules: after, reports: [report('2026-11-20T23:59:50')] })).toEqual([
      '11-20 1 scheduled 1 arrived',
    ])
  })
})

describe('in New York', () => {
  const newYork = { zone: 'America/New_York', retrySeconds: 600 }
  const of = (crons: string, from: string, before: string, reports: string[]) =>
    days({
      ...newYork,
      schedules: [{ from: at('2026-01-01T00:00'), crons }],
      from: new Date(from),
      before: new Date(before),
      reports: reports.map((time) => ({ measuredAt: new Date(time), receivedAt: new Date(time) })),
    })

  it('the day that loses an hour has 23', () => {
    const span = ['2026-03-07T05:00Z', '2026-03-10T04:00Z'] as const
    expect(of('0 * * * *', ...span, [])).toEqual([
      '03-07 24 scheduled 24 missing',
      '03-08 23 scheduled 23 missing',
      '03-09 24 scheduled 24 missing',
    ])
    expect(
      of('30 2 * * *', ...span, ['2026-03-07T07:30Z', '2026-03-08T07:00Z', '2026-03-09T06:30Z']),
    ).toEqual(['03-07 1 scheduled 1 arrived', '03-08 1 scheduled 1 arrived', '03-09 1 scheduled 1 arrived'])
  })

  it('the day that has an hour twice has 25', () => {
    const span = ['2026-11-01T04:00Z', '2026-11-02T05:00Z'] as const
    const hours = Array.from({ length: 25 }, (_, n) =>
      new Date(Date.parse(span[0]) + n * 60 * minute).toISOString(),
    )
    expect(of('0 * * * *', ...span, hours)).toEqual(['11-01 25 scheduled 25 arrived'])
    expect(of('30 1 * * *', ...span, ['2026-11-01T05:30Z'])).toEqual(['11-01 1 scheduled 1 arrived'])
  })
})

it('adds up whatever comes, and a report for each due time leaves none missing', () => {
  const crons = fc.constantFrom('0 15 * * *', '*/10 * * * *', '0 9 * * 1,0 21 * * *', '30 2 * * *')
  const zone = fc.constantFrom('Asia/Tokyo', 'America/New_York', 'Europe/London')
  const offsets = fc.array(fc.integer({ min: -30 * minute, max: 5 * 24 * 60 * minute }), { maxLength: 40 })
  fc.assert(
    fc.property(
      crons,
      zone,
      offsets,
      fc.integer({ min: 0, max: 7 * 24 * 60 }),
      (text, place, given, passed) => {
        const from = new Date('2026-10-30T00:00Z')
        const before = new Date('2026-11-03T00:00Z')
        const span = { ...base, zone: place, from, before, schedules: [{ from: new Date(0), crons: text }] }
        const whole = { ...span, existence: [{ from: new Date(0), before: null }] }
        const reports = given.map((ms) => ({
          measuredAt: new Date(from.getTime() + ms),
          receivedAt: new Date(from.getTime() + ms + 60 * minute),
        }))
        const now = new Date(from.getTime() + passed * minute)
        const due = dueTimes(text, place, from, before)
        const some = arrivalsByDay({ ...whole, now, reports })
        for (const { scheduled, arrived, late, missing } of some)
          expect(arrived + late + missing).toBe(scheduled)
        const total = some.reduce((sum, { scheduled }) => sum + scheduled, 0)
        expect(total).toBeLessThanOrEqual(due.length)
        const all = arrivalsByDay({
          ...whole,
          reports: due.map((time) => ({ measuredAt: time, receivedAt: time })),
        })
        expect(all.reduce((sum, { arrived }) => sum + arrived, 0)).toBe(due.length)
        expect(all.every(({ late, missing }) => late + missing === 0)).toBe(true)
      },
    ),
  )
})
