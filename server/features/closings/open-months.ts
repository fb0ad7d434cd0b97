import { addMonths, monthToClose, runningMonthAt } from '../../../contract/closing/closingDates.ts'
import { isInOpenList, maxOpenMonths, type OpenMonth } from '../../../contract/closing/closings.ts'
import { type OpenList, openLists } from '../../../contract/closing/openLists.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Presenter } from '../../presenter.ts'
import { offsetMinutes } from '../../time-zone.ts'
import { boardMeters, type OpenMeter } from './board.ts'
import { closingAt } from './periods.ts'
import { type CycleRow, listCycles } from './repository.ts'
import { lastClosedMonths } from './snapshots.ts'

/** From this long before its closing time a month is counted. Milliseconds. */
const near = 7 * 24 * 3_600_000

type Owner = Pick<Session, 'organizationId' | 'timeZone'>

/** Returns the open months that are over or nearly so, with the counts of their boards, the first to close first. */
export async function openMonths(
  tx: Tx,
  owner: Owner,
  { now, present }: { now: Date; present: Presenter },
): Promise<OpenMonth[]> {
  const { found, boards } = await openBoards(tx, owner, now)
  return found
    .toSorted((a, b) => a.closesAt - b.closesAt)
    .map(({ cycle, month, closesAt, later }) => ({
      cycle_id: cycle.id,
      cycle_name: cycle.name,
      month,
      to: present.instant(closesAt),
      counts: countsOf(boards.get(`${cycle.id} ${month}`) ?? []),
      later,
    }))
}

/** Lists of a board that the value of the closing reading leads to. */
const listsOfValues = ['review', 'parent', 'compared', 'backwards'] as const

/** The open month that a reading closes, and the lists of its board that have the reading's meter. */
export interface ClosingOfReading {
  cycleId: number
  month: string
  lists: OpenList[]
}

/** Returns the closing readings, by id, at which a person should look before an open month is closed. */
export async function findReadingsToReview(
  tx: Tx,
  owner: Owner,
  now: Date,
): Promise<Map<number, ClosingOfReading>> {
  const { found, boards } = await openBoards(tx, owner, now)
  const toReview = new Map<number, ClosingOfReading>()
  for (const { cycle, month } of found)
    for (const { period, checks } of boards.get(`${cycle.id} ${month}`) ?? []) {
      const { state, end } = period.now
      const lists = listsOfValues.filter((list) => isInOpenList({ state, checks }, list))
      if (lists.length === 0) continue
      for (const id of end?.readingIds ?? []) toReview.set(id, { cycleId: cycle.id, month, lists })
    }
  return toReview
}

/** The open months that are over or nearly so, and their boards by cycle and month. */
async function openBoards(tx: Tx, owner: Owner, now: Date) {
  const lastClosed = await lastClosedMonths(tx, owner.organizationId)
  const found: { cycle: CycleRow; month: string; closesAt: number; later: number }[] = []
  for (const cycle of await listCycles(tx, owner.organizationId)) {
    if (cycle.meterIds.length === 0) continue
    const months = monthsToClose(owner.timeZone, cycle, lastClosed.get(cycle.id), now.getTime())
    const counted = months.slice(0, maxOpenMonths)
    const later = (month: { month: string }) =>
      month === counted.at(-1) ? months.length - counted.length : 0
    found.push(...counted.map((month) => ({ cycle, ...month, later: later(month) })))
  }
  const boards = new Map<string, OpenMeter[]>()
  for (const [month, ofMonth] of Map.groupBy(found, ({ month }) => month)) {
    const cycles = ofMonth.map(({ cycle }) => cycle)
    const cycleOf = new Map(cycles.flatMap(({ id, meterIds }) => meterIds.map((meterId) => [meterId, id])))
    const meters = await boardMeters(tx, owner, cycles, month)
    const byCycle = Map.groupBy(meters, ({ period }) => cycleOf.get(period.meterId))
    for (const [cycleId, ofCycle] of byCycle) boards.set(`${cycleId} ${month}`, ofCycle)
  }
  return { found, boards }
}

function monthsToClose(timeZone: string, cycle: CycleRow, lastClosed: string | undefined, now: number) {
  const running = runningMonthAt(now + offsetMinutes(timeZone, now) * 60_000, cycle)
  const months: { month: string; closesAt: number }[] = []
  const first = monthToClose(lastClosed === undefined ? [] : [{ month: lastClosed }], running)
  for (let month = first; month <= running; month = addMonths(month, 1)) {
    const closesAt = closingAt(timeZone, cycle, month)
    if (closesAt - now <= near) months.push({ month, closesAt })
  }
  return months
}

function countsOf(meters: readonly OpenMeter[]): OpenMonth['counts'] {
  const rows = meters.map(({ period, checks }) => ({ state: period.now.state, checks }))
  const count = (list: OpenList) => rows.filter((row) => isInOpenList(row, list)).length
  return Object.fromEntries(openLists.map((list) => [list, count(list)])) as OpenMonth['counts']
}
