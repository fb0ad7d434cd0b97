import { eq } from 'drizzle-orm'
import type { ClosedSpan } from '../../../contract/import/previewByMeter.ts'
import { remembered } from '../../../text/remembered.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { MeterOfCategory } from '../../db/meter-lock.ts'
import { categories, meters } from '../../db/schema.ts'
import { instantOfLocal, isoInZone } from '../../time-zone.ts'
import { type ClosedMonth, latestSnapshots } from '../closings/index.ts'
import { messageOf } from './target.ts'

export const instantOf = (zone: string, local: string): Date =>
  instantOfLocal(zone, Date.parse(`${local.replace(' ', 'T')}Z`))

/** Returns `instantOf` for the many rows of a table. */
export const instantsIn = (zone: string) => remembered((local) => instantOf(zone, local))

const localOf = (zone: string, at: number): string => isoInZone(zone, at).slice(0, 19).replace('T', ' ')

export async function metersOf(tx: Tx, organizationId: number): Promise<MeterOfCategory[]> {
  const rows = await tx
    .select({ meter: meters, categoryType: categories.type })
    .from(meters)
    .innerJoin(categories, eq(categories.id, meters.meterCategoryId))
    .where(eq(meters.organizationId, organizationId))
  return rows.map(({ meter, categoryType }) => ({ ...meter, categoryType }))
}

const second = 1000
const day = 86_400_000

/** Returns the closed months of meters. */
export async function closedMonths(
  tx: Tx,
  { organizationId, timeZone }: Session,
  ids: readonly number[],
): Promise<Map<number, ClosedSpan[]>> {
  const closed = await latestSnapshots(tx, organizationId, ids, null)
  return mapped(closed, (months) =>
    months.map(({ month, fromAt, closing }) => span(timeZone, month, fromAt, closing.toAt)),
  )
}

/** Returns where a reading that is added or deleted would change closed months: in them, and around both ends. */
export async function closedSpans(
  tx: Tx,
  session: Session,
  ids: readonly number[],
): Promise<Map<number, ClosedSpan[]>> {
  const { organizationId, timeZone } = session
  const inside = await closedMonths(tx, session, ids)
  const firstMonths = new Set([...inside.values()].flatMap(([first]) => first?.month ?? []))
  const closed = await latestSnapshots(tx, organizationId, [...inside.keys()], null, [...firstMonths])
  const around = mapped(closed, (months) => {
    const [first, last] = [months[0], months.at(-1)]
    return [
      ...(first ? [{ month: first.month, ...contested(first, first.fromAt, first.start) }] : []),
      ...(last ? [{ month: last.month, ...contested(last, last.closing.toAt, last.end) }] : []),
      // Times are compared by the second.
    ].map(({ month, from, to }) => span(timeZone, month, from - second, to))
  })
  return new Map([...inside].map(([id, spans]) => [id, [...spans, ...(around.get(id) ?? [])]]))
}

const span = (zone: string, month: string, from: number, to: number): ClosedSpan => ({
  month,
  from: localOf(zone, from),
  to: localOf(zone, to),
})

/** What an initialisation has deleted since is not compared any more. */
const mapped = (
  closed: ReadonlyMap<number, readonly ClosedMonth[]>,
  spansOf: (months: readonly ClosedMonth[]) => ClosedSpan[],
): Map<number, ClosedSpan[]> =>
  new Map(
    [...closed].map(([id, months]) => [id, spansOf(months.filter(({ closing }) => !closing.isDetached))]),
  )

/**
 * The times around a closing time at which a reading of a person would be the closing reading instead of the one that was.
 * An estimate, which has no reading, is replaced by any.
 */
function contested({ closing }: ClosedMonth, at: number, index: ClosedMonth['start']) {
  const tolerance = closing.roundToleranceDays * day
  if (index === null || index.readingIds.length === 0) return { from: at - tolerance, to: at + tolerance }
  return index.at <= at ? { from: index.at, to: at } : { from: at - tolerance, to: index.at }
}

/** Returns what the rules refuse, each as the error of its column. */
export const refusedBy = (rules: readonly { column: string; rule: () => unknown }[]) =>
  rules.flatMap(({ column, rule }) => {
    try {
      rule()
      return []
    } catch (error) {
      if (error instanceof Failure) return [{ column, message: messageOf(error) }]
      throw error
    }
  })
