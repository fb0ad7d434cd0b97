// Covers docs/requirements.md: 993, 994, 995, 996, 997

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advance,
  comparePositions,
  initialState,
  type RuleCase,
  type RuleContext,
  type RuleReading,
  type RuleState,
} from './engine.ts'
import { judgeAgain, type StoredCase } from './judgeAgain.ts'
import { replay } from './replay.ts'
import { type Condition, type Judging, judgingSchema } from './rule.ts'

const minute = 60_000
const start = Date.parse('2026-11-30T00:00:00+09:00')
const context: RuleContext = {
  counting: { digits: 3, decimals: 0, rate: null },
  offsetMinutes: () => 540,
}

const level = fc.constantFrom('warning', 'alarm')
const small = fc.integer({ min: 0, max: 12 })
const condition = fc.oneof(
  fc.record({
    kind: fc.constant('limit'),
    direction: fc.constantFrom('above', 'below'),
    warning: fc.option(small),
    alarm: fc.option(small),
    closing_limit: small,
  }),
  fc.record({
    kind: fc.constant('change'),
    direction: fc.constantFrom('rise', 'fall', 'either'),
    amount: fc.integer({ min: 1, max: 20 }),
    minutes: fc.integer({ min: 1, max: 60 }),
    level,
  }),
  fc.record({
    kind: fc.constant('unchanged'),
    hours: fc.integer({ min: 1, max: 3 }),
    tolerance: fc.nat(3),
    level,
  }),
  fc.record({ kind: fc.constant('unreadable'), level }),
  fc.record({ kind: fc.constant('backwards'), tolerance: fc.nat(3), level }),
)
const times = fc.integer({ min: 1, max: 4 })
const clock = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`)
const active = fc.record({
  from: clock,
  to: clock,
  weekdays: fc.uniqueArray(fc.nat(6), { minLength: 1 }),
})

/** Rules that the API accepts. */
const anyRule: fc.Arbitrary<Judging> = fc
  .record({
    condition,
    open_after: fc.option(times),
    close_after: times,
    active: fc.option(active),
    includes_unsure: fc.boolean(),
  })
  .filter((rule) => judgingSchema.safeParse(rule).success) as fc.Arbitrary<Judging>

const isNever = (frequency: number) => fc.nat(frequency).map((n) => n === frequency)

/** A reading with the minutes since the one before. */
const anyReading = fc.record({
  minutes: fc.oneof(
    { weight: 8, arbitrary: fc.constant(10) },
    { arbitrary: fc.integer({ min: 0, max: 90 }), weight: 2 },
  ),
  value: fc.oneof({ weight: 8, arbitrary: small }, { weight: 1, arbitrary: fc.constant(null) }),
  state: fc.constantFrom<RuleReading['state'][]>(
    'sure',
    'sure',
    'sure',
    'device',
    'unsure',
    'waiting',
    'refused',
  ),
  isOfPerson: isNever(5),
  isOfNewMeter: isNever(15),
})

const readings = (
  given: fc.Arbitrary<Omit<RuleReading, 'at' | 'id'> & { minutes: number }>,
  maxLength = 60,
) =>
  fc.array(given, { maxLength }).map((some) => {
    let at = start
    return some.map(({ minutes, ...one }, index): RuleReading => {
      at += minutes * minute
      const isEmpty = one.state === 'waiting' || one.state === 'refused'
      return { ...one, id: index + 1, at, value: isEmpty ? null : (one.value ?? 0) }
    })
  })
const anyReadings = readings(anyReading)

/** Every ten minutes, sure. */
const regular = (values: readonly number[]): RuleReading[] =>
  values.map((value, index) => ({
    id: index + 1,
    at: start + index * 10 * minute,
    value,
    state: 'sure',
    isOfPerson: false,
    isOfNewMeter: false,
  }))

const limitRule = (more: Partial<Extract<Condition, { kind: 'limit' }>>, needed: number, closing: number) =>
  ({
    condition: { kind: 'limit', direction: 'above', warning: null, alarm: 6, closing_limit: 4, ...more },
    open_after: needed,
    close_after: closing,
    active: null,
    includes_unsure: false,
  }) satisfies Judging

const spans = (cases: readonly RuleCase[]) =>
  cases.map(({ opened, closed }) => [opened.id, closed?.id ?? null])

describe('limits', () => {
  it('open after N values beyond the limit in a row and close after M at the closing limit in a row', () => {
    fc.assert(
      fc.property(fc.array(small), times, times, (values, needed, closing) => {
        const expected: [number, number | null][] = []
        const endsWith = (index: number, count: number, is: (value: number) => boolean) =>
          index + 1 >= count && values.slice(index + 1 - count, index + 1).every(is)
        let isOpen = false
        let openedAt = 0
        for (const index of values.keys()) {
          if (!isOpen && endsWith(index, needed, (value) => value > 6)) {
            expected.push([index + 1, null])
            openedAt = index
            isOpen = true
          } else if (
            isOpen &&
            index - openedAt >= closing &&
            endsWith(index, closing, (value) => value <= 4)
          ) {
            const last = expected.at(-1)
            if (last) last[1] = index + 1
            isOpen = false
          }
        }
        expect(spans(replay(limitRule({}, needed, closing), context, regular(values)).cases)).toEqual(
          expected,
        )
      }),
    )
  })

  it('open no more cases with a wider dead band', () => {
    fc.assert(
      fc.property(fc.array(small), times, fc.integer({ min: 0, max: 6 }), (values, needed, closing_limit) => {
        const count = (limit: number) =>
          replay(limitRule({ closing_limit: limit }, needed, 1), context, regular(values)).cases.length
        expect(count(closing_limit)).toBeLessThanOrEqual(count(6))
      }),
    )
  })
})

describe('a row', () => {
  it('is not changed by readings without a value in between', () => {
    const extra = fc.array(fc.nat(3), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(fc.array(small, { maxLength: 40 }), extra, times, (values, extras, needed) => {
        const known = regular(values)
        const mixed = known.flatMap((reading, index) => [
          reading,
          ...Array.from({ length: extras[index] ?? 0 }, (_, n) => ({
            ...reading,
            id: 1000 + index * 10 + n,
            at: reading.at + (n + 1) * minute,
            value: null,
            state: n === 0 ? ('refused' as const) : ('waiting' as const),
          })),
        ])
        // So that the readings in between, which are closer to each other, make no pause of what was regular.
        const even = mixed.map((reading, index) => ({ ...reading, at: start + index * 10 * minute }))
        const rule = limitRule({}, needed, 2)
        expect(spans(replay(rule, context, even).cases)).toEqual(spans(replay(rule, context, known).cases))
      }),
    )
  })

  it('never reaches over a pause', () => {
    fc.assert(
      fc.property(fc.array(small, { maxLength: 40 }), fc.integer({ min: 31, max: 5000 }), (values, pause) => {
        // A value beyond the limit on either side of each pause.
        const known = values.flatMap(() => [9, 0, 0, 9])
        const given = regular(known).map((reading, index) => ({
          ...reading,
          at: reading.at + Math.floor(index / 4) * pause * minute,
        }))
        expect(replay(limitRule({}, 2, 1), context, given).cases).toEqual([])
      }),
    )
  })
})

const restarted = (state: RuleState): RuleState => JSON.parse(JSON.stringify(state)) as RuleState

describe('a restart', () => {
  it('between any two readings changes nothing', () => {
    fc.assert(
      fc.property(anyRule, anyReadings, (rule, given) => {
        let state = initialState
        for (const reading of given) state = restarted(advance(rule, context, state, reading).state)
        expect(state).toEqual(replay(rule, context, given).state)
      }),
    )
  })
})

type Change = { index: number } & ({ type: 'correct'; value: number | null } | { type: 'delete' })

/** A server that keeps the state behind every third reading and tells people what opens. */
function liveEngine(rule: Judging) {
  let known: RuleReading[] = []
  let kept = new Map<number, RuleState>()
  let state = initialState
  const cases = new Map<number, StoredCase>()
  /** With the reading that had opened the case when people were told. */
  const told: { id: number; openedBy: number }[] = []
  const open = () => [...cases.values()].find(({ closed, isCorrected }) => closed === null && !isCorrected)

  const judge = (from: number) => {
    const before = known.slice(0, from).findLast(({ id }) => kept.has(id))
    const checkpoint = (before && kept.get(before.id)) ?? initialState
    const rest = known.filter((one) => checkpoint.last === null || comparePositions(one, checkpoint.last) > 0)
    kept = new Map([...kept].filter(([id]) => !rest.some((one) => one.id === id)))
    const stored = [...cases.values()]
      .filter(
        ({ closed }) =>
          closed === null || checkpoint.last === null || comparePositions(closed, checkpoint.last) > 0,
      )
      .toSorted((a, b) => comparePositions(a.began, b.began))
    const changes = judgeAgain(rule, context, restarted(checkpoint), rest, stored)
    const isTold = (one: RuleCase) =>
      changes.tell.some((event) => event.type === 'opened' && event.case === one)
    for (const one of [...changes.update, ...changes.correct]) {
      cases.set(one.id, one)
      if (isTold(one)) told.push({ id: one.id, openedBy: one.opened.id })
    }
    for (const one of changes.insert) {
      const id = cases.size + 1
      cases.set(id, { ...one, id, isCorrected: false, isTold: isTold(one) })
      if (isTold(one)) told.push({ id, openedBy: one.opened.id })
    }
    state = changes.state
  }

  return {
    add(reading: RuleReading) {
      const isLatest = state.last === null || comparePositions(state.last, reading) < 0
      known = [...known, reading].toSorted(comparePositions)
      if (!isLatest) return judge(known.indexOf(reading))
      const advanced = advance(rule, context, restarted(state), reading)
      state = advanced.state
      if (known.length % 3 === 0) kept.set(reading.id, state)
      const { event } = advanced
      if (event === null) return
      const id = event.type === 'opened' ? cases.size + 1 : open()?.id
      if (id === undefined) throw new Error('no open case to change')
      cases.set(id, { ...event.case, id, isCorrected: false, isTold: true })
      if (event.type === 'opened') told.push({ id, openedBy: reading.id })
    },
    change({ index, ...change }: Change) {
      const at = index % Math.max(1, known.length)
      const reading = known[at]
      if (reading === undefined) return
      known =
        change.type === 'delete'
          ? known.toSpliced(at, 1)
          : known.with(at, {
              ...reading,
              value: change.value,
              state: change.value === null ? 'missing' : 'corrected',
            })
      judge(at)
    },
    get known() {
      return known
    },
    get state() {
      return state
    },
    cases,
    told,
  }
}

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ type: fc.constant('correct'), index: fc.nat(60), value: fc.option(small) }),
  fc.record({ type: fc.constant('delete'), index: fc.nat(60) }),
)

/** Readings, how late each arrives, and what people change after each arrival. */
const arrivals = anyReadings.chain((given) =>
  fc.record({
    given: fc.constant(given),
    late: fc.array(fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(8) }), {
      minLength: given.length,
      maxLength: given.length,
    }),
    changes: fc.array(fc.option(change, { freq: 6 }), { minLength: given.length, maxLength: given.length }),
  }),
)

type Arrivals = typeof arrivals extends fc.Arbitrary<infer Value> ? Value : never
type Server = ReturnType<typeof liveEngine>

/** Lets readings arrive and change, and looks at the server after each step. */
function live(rule: Judging, { given, late, changes }: Arrivals, look: (server: Server) => void): Server {
  const server = liveEngine(rule)
  const order = given
    .map((reading, index) => ({ reading, arrival: index + (late[index] ?? 0) }))
    .toSorted((a, b) => a.arrival - b.arrival)
  for (const [index, { reading }] of order.entries()) {
    server.add(reading)
    look(server)
    const made = changes[index]
    if (!made) continue
    server.change(made)
    look(server)
  }
  return server
}

describe('the live engine, with readings that are late, corrected or deleted', () => {
  it('knows the cases that the replay of its readings opens', () => {
    fc.assert(
      fc.property(anyRule, arrivals, (rule, arrived) => {
        const server = live(rule, arrived, () => {})
        const expected = replay(rule, context, server.known)
        expect(server.state).toEqual(expected.state)
        const valid = [...server.cases.values()]
          .filter(({ isCorrected }) => !isCorrected)
          .map(({ id: _id, isCorrected: _isCorrected, isTold: _isTold, ...one }) => one)
        expect(valid.toSorted((a, b) => comparePositions(a.opened, b.opened))).toEqual(expected.cases)
      }),
      { numRuns: 1000 },
    )
  })

  it('has at most one open case, which it has told, and tells none twice', () => {
    fc.assert(
      fc.property(anyRule, arrivals, (rule, arrived) => {
        const { told } = live(rule, arrived, (server) => {
          const open = [...server.cases.values()].filter(
            ({ closed, isCorrected }) => closed === null && !isCorrected,
          )
          expect(open.length).toBeLessThanOrEqual(1)
          expect(open.every(({ id }) => server.told.some((one) => one.id === id))).toBe(true)
        })
        expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
        expect(new Set(told.map(({ openedBy }) => openedBy)).size).toBe(told.length)
      }),
      { numRuns: 1000 },
    )
  })
})
