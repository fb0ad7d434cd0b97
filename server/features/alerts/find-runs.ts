import { and, asc, desc, eq, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/client.ts'
import { readings } from '../../db/schema.ts'
import { comparePlaces, type Place, type Stretch } from './runs.ts'

export interface OfMeter {
  organizationId: number
  id: number
}

/** A piece of history between two normal readings; null: it has no such end. */
export interface Piece {
  after: Place | null
  before: Place | null
}

/** Readings from one on, until before another; null: there is no such end. */
export interface Extent {
  from: Place | null
  before: Place | null
}
export const everything: Extent = { from: null, before: null }

export const stands = (meter: OfMeter) =>
  and(
    eq(readings.organizationId, meter.organizationId),
    eq(readings.meterId, meter.id),
    isNull(readings.deletedAt),
  )
/** Neither: a picture that is still to be read. */
const abnormal = sql`${readings.isAbnormal}`
const normal = and(not(readings.isAbnormal), isNotNull(readings.value))

const beyond = (sign: '<' | '>' | '>=', { at, id }: Place) =>
  sql`(${readings.createdAt}, ${readings.id}) ${sql.raw(sign)}
      (${new Date(at).toISOString()}::timestamptz, ${id}::bigint)`

export const within = ({ from, before }: Extent) =>
  and(from === null ? undefined : beyond('>=', from), before === null ? undefined : beyond('<', before))

const columns = { at: readings.createdAt, id: readings.id, isAbnormal: readings.isAbnormal }
const placeOf = ({ at, id }: { at: Date; id: number }): Place => ({ at: at.getTime(), id })

/** The first or the latest reading of a kind. */
const end = (tx: Tx, meter: OfMeter, kind: SQL | undefined, which: 'first' | 'latest') => {
  const direction = which === 'first' ? asc : desc
  return tx
    .select(columns)
    .from(readings)
    .where(and(stands(meter), kind))
    .orderBy(direction(readings.createdAt), direction(readings.id))
    .limit(1)
}

/**
 * What a change of one reading can concern: everything between the normal readings around it, with the stretches in
 * it. A few steps into an index, however long a stretch is.
 */
export async function stretchesAround(
  tx: Tx,
  meter: OfMeter,
  reading: Place,
): Promise<{ piece: Piece; stretches: Stretch[] }> {
  const isReading = eq(readings.id, reading.id)
  const known = await unionAll(
    end(tx, meter, and(normal, beyond('<', reading)), 'latest'),
    end(tx, meter, and(or(abnormal, normal), isReading), 'first'),
    end(tx, meter, and(normal, beyond('>', reading)), 'first'),
  )
  const itself = known.find(({ id }) => id === reading.id)
  const [earlier, later] = halves(known, reading)
  const piece = { after: earlier.at(-1) ?? null, before: later[0] ?? null }
  const before = and(abnormal, beyond('<', reading), piece.after ? beyond('>', piece.after) : undefined)
  const after = and(abnormal, beyond('>', reading), piece.before ? beyond('<', piece.before) : undefined)
  const ends = await unionAll(
    end(tx, meter, before, 'first'),
    end(tx, meter, before, 'latest'),
    end(tx, meter, after, 'first'),
    end(tx, meter, after, 'latest'),
  )
  const [left, right] = halves(ends, reading)
  const endedAt = piece.before?.at ?? null
  const stretches =
    itself?.isAbnormal === false
      ? [...stretchOf(left, reading.at), ...stretchOf(right, endedAt)]
      : stretchOf([...left, ...(itself ? [reading] : []), ...right], endedAt)
  return { piece, stretches }
}

/** The places before and after one, in order. */
function halves(rows: readonly { at: Date; id: number }[], middle: Place): [Place[], Place[]] {
  const places = rows.map(placeOf).sort(comparePlaces)
  return [
    places.filter((place) => comparePlaces(place, middle) < 0),
    places.filter((place) => comparePlaces(place, middle) > 0),
  ]
}

function stretchOf(places: readonly Place[], endedAt: number | null): Stretch[] {
  const [first] = places
  const latest = places.at(-1)
  return first === undefined || latest === undefined ? [] : [{ first, latest, endedAt }]
}

/**
 * The same after several readings were judged anew: everything between the normal readings around them, with the
 * stretches in it. One pass over those readings, and a few steps into an index for what lies around them.
 */
export async function stretchesWithin(
  tx: Tx,
  meter: OfMeter,
  extent: Extent,
): Promise<{ piece: Piece; stretches: Stretch[] }> {
  const find = async (kind: SQL | undefined, which: 'first' | 'latest') => {
    const [row] = await end(tx, meter, kind, which)
    return row === undefined ? null : placeOf(row)
  }
  const { from, before } = extent
  const piece = {
    after: from && (await find(and(normal, beyond('<', from)), 'latest')),
    before: before && (await find(and(normal, beyond('>=', before)), 'first')),
  }
  const earlier = from && and(abnormal, beyond('<', from), piece.after ? beyond('>', piece.after) : undefined)
  const later =
    before && and(abnormal, beyond('>=', before), piece.before ? beyond('<', piece.before) : undefined)
  const left = earlier && [await find(earlier, 'first'), await find(earlier, 'latest')]
  const right = later && [await find(later, 'first'), await find(later, 'latest')]
  const firstNormal = await find(and(normal, within(extent)), 'first')
  const inside = await runsWithin(tx, meter, extent)
  const places = (...some: (Place | null)[]) => some.filter((place) => place !== null)
  const ends = ({ first, latest }: Stretch) => [first, latest]
  const endedAt = piece.before?.at ?? null
  if (firstNormal === null) {
    const all = places(...(left ?? []), ...inside.flatMap(ends), ...(right ?? []))
    return { piece, stretches: stretchOf(all, endedAt) }
  }
  const isHead = (run: Stretch) => comparePlaces(run.latest, firstNormal) < 0
  const isTail = (run: Stretch) => !isHead(run) && run.endedAt === null
  return {
    piece,
    stretches: [
      ...stretchOf(places(...(left ?? []), ...inside.filter(isHead).flatMap(ends)), firstNormal.at),
      ...inside.filter((run) => !isHead(run) && !isTail(run)),
      ...stretchOf(places(...inside.filter(isTail).flatMap(ends), ...(right ?? [])), endedAt),
    ],
  }
}

/** Consecutive abnormal readings of an extent, as if there were none around it. */
async function runsWithin(tx: Tx, meter: OfMeter, extent: Extent): Promise<Stretch[]> {
  const order = sql`(order by ${readings.createdAt}, ${readings.id})`
  const judged = tx
    .select({
      ...columns,
      begins: sql<boolean>`not lag(${readings.isAbnormal}, 1, false) over ${order}`.as('begins'),
      ends: sql<boolean>`not lead(${readings.isAbnormal}, 1, false) over ${order}`.as('ends'),
      endedAt: sql<Date | null>`lead(${readings.createdAt}) over ${order}`
        .mapWith(readings.createdAt)
        .as('ended_at'),
    })
    .from(readings)
    .where(and(stands(meter), within(extent), or(abnormal, normal)))
    .as('judged')
  const rows = await tx
    .select({ at: judged.at, id: judged.id, ends: judged.ends, endedAt: judged.endedAt })
    .from(judged)
    .where(sql`${judged.isAbnormal} and (${judged.begins} or ${judged.ends})`)
    .orderBy(asc(judged.at), asc(judged.id))
  const stretches: Stretch[] = []
  let first: Place | null = null
  for (const { ends, endedAt, ...row } of rows) {
    const place = placeOf(row)
    first ??= place
    if (!ends) continue
    stretches.push({ first, latest: place, endedAt: endedAt?.getTime() ?? null })
    first = null
  }
  return stretches
}
