import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../../db/reading-order.ts'
import { comparePositions, matchRuns, type OpenAlert, type Run, type RunBounds } from './match-runs.ts'

type Judged = Position & { isAbnormal: boolean }

/** The rule itself, by looking at every reading: what `matchRuns` is given comes out of a database’s index. */
function runsOf(readings: readonly Judged[]): Run[] {
  const runs: Run[] = []
  let current: Run | null = null
  for (const { isAbnormal, ...position } of readings.toSorted(comparePositions)) {
    if (!isAbnormal) {
      if (current !== null) current.endedAt = position.at
      current = null
    } else if (current === null) {
      current = { first: position, latest: position, endedAt: null }
      runs.push(current)
    } else {
      current.latest = position
    }
  }
  return runs
}

/** Alerts as they are stored after changes; new ones get the next numbers. */
function applied(runs: Run[], open: OpenAlert[], confirmed: RunBounds[]): OpenAlert[] {
  const changes = matchRuns(runs, open, confirmed)
  const next = Math.max(0, ...open.map(({ alertId }) => alertId)) + 1
  const changed = new Map(changes.update.map((alert) => [alert.alertId, alert]))
  return [
    ...open
      .filter(({ alertId }) => !changes.remove.includes(alertId))
      .map((alert) => changed.get(alert.alertId) ?? alert),
    ...changes.insert.map((run, index) => ({ ...run, alertId: next + index })),
  ].sort((a, b) => comparePositions(a.first, b.first))
}

const withoutIds = (alerts: readonly OpenAlert[]) => alerts.map(({ alertId: _id, ...run }) => run)
const overlap = (a: RunBounds, b: RunBounds) =>
  comparePositions(a.first, b.latest) <= 0 && comparePositions(b.first, a.latest) <= 0

const judged: fc.Arbitrary<Judged[]> = fc
  .array(fc.record({ at: fc.integer({ min: 0, max: 40 }), isAbnormal: fc.boolean() }), { maxLength: 25 })
  .map((list) => list.map((reading, index) => ({ ...reading, id: index + 1 })))

const at = (from: number, to: number, endedAt: number | null = null): Run => ({
  first: { at: from, id: from },
  latest: { at: to, id: to },
  endedAt,
})

describe('alerts that nobody has confirmed', () => {
  it('are the runs of abnormal readings, in whatever order the readings come', () => {
    fc.assert(
      fc.property(judged, fc.infiniteStream(fc.nat()), (readings, order) => {
        const shuffled = readings
          .map((reading) => ({ reading, key: order.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ reading }) => reading)
        let open: OpenAlert[] = []
        shuffled.forEach((_reading, index) => {
          open = applied(runsOf(shuffled.slice(0, index + 1)), open, [])
        })
        expect(withoutIds(open)).toEqual(runsOf(readings))
        expect(open.filter(({ endedAt }) => endedAt === null).length).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('keep their number as long as one reading of theirs stays', () => {
    fc.assert(
      fc.property(judged, judged, (before, after) => {
        const old = applied(runsOf(before), [], [])
        const now = applied(runsOf(after), old, [])
        for (const alert of now) {
          const was = old.find(({ alertId }) => alertId === alert.alertId)
          const met = old.filter((other) => overlap(other, alert))
          if (was !== undefined) expect(overlap(was, alert)).toBe(true)
          // A new number only where each alert it meets goes on as an earlier run.
          else {
            for (const { alertId } of met) {
              const other = now.find((one) => one.alertId === alertId)
              expect(other && comparePositions(other.first, alert.first)).toBeLessThan(0)
            }
          }
        }
      }),
    )
  })

  it('are not written again where nothing changed', () => {
    const open = [{ ...at(1, 2, 3), alertId: 7 }]
    expect(matchRuns([at(1, 2, 3)], open, [])).toEqual({ remove: [], update: [], insert: [] })
  })
})

describe('an alert', () => {
  const open = [{ ...at(1, 3, 4), alertId: 7 }]

  it('that is cut in two goes on as the earlier part, and the later part opens one', () => {
    expect(matchRuns([at(1, 1, 2), at(3, 3, 4)], open, [])).toEqual({
      remove: [],
      update: [{ ...at(1, 1, 2), alertId: 7 }],
      insert: [at(3, 3, 4)],
    })
  })

  it('that merges with an earlier one goes', () => {
    const both = [...open, { ...at(5, 6), alertId: 8 }]
    expect(matchRuns([at(1, 6)], both, [])).toEqual({
      remove: [8],
      update: [{ ...at(1, 6), alertId: 7 }],
      insert: [],
    })
  })

  it('whose readings are no longer abnormal goes', () => {
    expect(matchRuns([], open, [])).toEqual({ remove: [7], update: [], insert: [] })
  })
})

describe('a confirmed alert', () => {
  it('answers for every run that shares a place with it, and for no other', () => {
    fc.assert(
      fc.property(judged, judged, (before, after) => {
        const confirmed = runsOf(before)
        const runs = runsOf(after)
        expect(withoutIds(applied(runs, [], confirmed))).toEqual(
          runs.filter((run) => !confirmed.some((span) => overlap(span, run))),
        )
      }),
    )
  })

  it('lets the alert of a run go that merges into its own', () => {
    expect(matchRuns([at(1, 6)], [{ ...at(5, 6), alertId: 8 }], [at(1, 3)])).toEqual({
      remove: [8],
      update: [],
      insert: [],
    })
  })
})
