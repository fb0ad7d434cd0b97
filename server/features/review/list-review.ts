import { type SQL, sql } from 'drizzle-orm'
import type { Reading } from '../../../contract/readings.ts'
import { maxReviewed, type ReviewItem, type ReviewReason } from '../../../contract/review/review.ts'
import { usualBandOf } from '../../../contract/review/usualBand.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { isDecided, isDoubtful, mayNeedReview } from '../../db/needs-review.ts'
import { isOpenRetake } from '../../db/open-retake.ts'
import { readings } from '../../db/schema.ts'
import { isUnconfirmed } from '../../db/unconfirmed-reading.ts'
import type { Deps } from '../../deps.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import type { ClosingOfReading } from '../closings/index.ts'
import { countersOf, findReadings, isOneOf, presentRows } from '../readings/index.ts'
import { isBlind, isContradicted } from './blind-sample.ts'
import { closingIdsOf, findClosings } from './closing-readings.ts'
import { isLentToAnother } from './loans.ts'
import { retakesOf } from './retakes.ts'

/** The newest readings whose value waits for a person. */
const waiting = (organizationId: number): SQL => sql`(
  select readings.* from readings where readings.organization_id = ${organizationId} and ${mayNeedReview}
    and readings.deleted_at is null and (${isDoubtful} or not ${isDecided})
  order by readings.created_at desc, readings.id desc limit ${sql.raw(String(maxReviewed))})`

interface Scope {
  organizationId: number
  closingIds: readonly number[]
  now: Date
}

/**
 * These, closing readings that fail a check, those whose value somebody contradicted, until a person decides about them,
 * and those that are drawn to be typed.
 */
const toReview = ({ organizationId, closingIds, now }: Scope): SQL => sql`(
  select * from ${waiting(organizationId)} as waiting
  union
  select readings.* from readings where readings.organization_id = ${organizationId}
    and readings.deleted_at is null and ${isOneOf(readings.id, closingIds)} and not ${isDecided}
  union
  select readings.* from readings where readings.organization_id = ${organizationId}
    and readings.deleted_at is null and not ${isDecided} and readings.id in (
      select checked.reading_id from blind_checks as checked
      where checked.organization_id = ${organizationId} and not checked.agrees)
  union
  select readings.* from readings
  where readings.organization_id = ${organizationId} and readings.deleted_at is null and ${isBlind(now)})`

/** Returns how many readings wait for a person, whoever they are lent to. */
async function countReview(tx: Tx, scope: Scope): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${toReview(scope)} as to_review`,
  )
  return rows[0]?.count ?? 0
}

/** Returns the same number for the menu, whose checks of closings are a few minutes old. */
export async function currentCount(deps: Deps, session: Session): Promise<number> {
  const { organizationId, userId } = session
  const closingIds = await closingIdsOf(deps, session)
  const count = (tx: Tx) => countReview(tx, { organizationId, closingIds, now: deps.clock() })
  return deps.database.inOrganization(organizationId, userId, count, 'read only')
}

interface Candidate extends Record<string, unknown> {
  id: number
  is_empty: boolean
  is_doubtful: boolean
  has_doubts: boolean
  is_contradicted: boolean
  is_blind: boolean
  alert_id: number | null
}

interface Asked {
  /** Comes first, whether it waits or not; null: none. */
  first: number | null
  skip: number
  limit: number
}

/** Another photograph was asked for, and has not come. */
const hasOpenRetake = sql`exists (select from retake_requests as retake
  where retake.organization_id = readings.organization_id and retake.reading_id = readings.id and ${isOpenRetake})`

/** Returns a page of what waits for a person and is not lent to another, the most pressing first, and how many wait. */
export async function listReview(
  deps: Deps,
  tx: Tx,
  session: Session,
  { first, skip, limit }: Asked,
): Promise<{ data: ReviewItem[]; count: number }> {
  const { organizationId } = session
  const now = deps.clock()
  const closings = await findClosings(deps, tx, session)
  const closingIds = [...closings.keys()]
  const scope = { organizationId, closingIds, now }
  const { rows } = await tx.execute<Candidate>(sql`
    select readings.id::float8 as id, readings.value is null as is_empty, ${isDoubtful} as is_doubtful,
      readings.confirmed_doubts <> '{}' as has_doubts, ${isContradicted} as is_contradicted,
      ${isBlind(now)} and readings.id is distinct from ${first} and not ${isOneOf(readings.id, closingIds)} as is_blind, alerts.id::float8 as alert_id
    from (
      select * from ${toReview(scope)} as to_review
      union
      select readings.* from readings where readings.organization_id = ${organizationId}
        and readings.deleted_at is null and readings.id = ${first}
    ) as readings
    left join alerts on alerts.meter_id = readings.meter_id and alerts.is_alert and alerts.rule is null and readings.is_abnormal
      and readings.created_at between alerts.created_at and alerts.latest_at
    where readings.id = ${first} or not ${isLentToAnother(session, now)}
    order by readings.id is distinct from ${first}, ${hasOpenRetake}, not ${isOneOf(readings.id, closingIds)}, alerts.id is null,
      readings.value is not null, not ${isDoubtful}, coalesce(readings.confidence, 0), readings.created_at desc, readings.id`)
  const page = rows.slice(skip, skip + limit)
  const blindIds = new Set(rows.flatMap((row) => (row.is_blind ? row.id : [])))
  return {
    data: await itemsOf(tx, organizationId, presenterFor(deps, session), { page, blindIds, closings }),
    count: await countReview(tx, scope),
  }
}

interface Listed {
  page: readonly Candidate[]
  blindIds: ReadonlySet<number>
  closings: ReadonlyMap<number, ClosingOfReading>
}

async function itemsOf(
  tx: Tx,
  organizationId: number,
  present: Presenter,
  { page, blindIds, closings }: Listed,
): Promise<ReviewItem[]> {
  const ids = page.map(({ id }) => id)
  const previous = await previousOf(tx, ids)
  const found = await findReadings(tx, organizationId, [...ids, ...previous.values()])
  const byId = new Map((await presentRows(tx, organizationId, found, present)).map((row) => [row.id, row]))
  const retakes = await retakesOf(tx, organizationId, ids, present)
  const usual = await usualBandsOf(tx, organizationId, [...new Set(found.map((row) => row.meter_id))])
  const shown = (id: number) => {
    const reading = byId.get(id)
    return reading && blindIds.has(id) ? withoutValue(reading) : reading
  }
  return page.flatMap((candidate) => {
    const reading = shown(candidate.id)
    if (reading === undefined) return []
    const closing = closings.get(candidate.id)
    const retake = retakes.get(candidate.id)
    return [
      {
        reading,
        reasons: reasonsOf(candidate, closing !== undefined),
        previous: shown(previous.get(candidate.id) ?? 0) ?? null,
        usual: usual.get(reading.meter_id) ?? null,
        closing: closing ? { cycle_id: closing.cycleId, month: closing.month, lists: closing.lists } : null,
        alert_id: candidate.alert_id,
        ...(candidate.is_blind && { is_blind: true }),
        ...(retake && { retake }),
      },
    ]
  })
}

function reasonsOf({ is_empty, is_doubtful, has_doubts, alert_id, ...blind }: Candidate, isClosing: boolean) {
  const reasons: ReviewReason[] = []
  if (isClosing) reasons.push('closing')
  if (alert_id !== null) reasons.push('alert')
  if (is_doubtful) reasons.push(is_empty ? 'refused' : 'unsure')
  if (blind.is_contradicted) reasons.push('contradicted')
  if (has_doubts) reasons.push('doubts')
  if (blind.is_blind) reasons.push('blind')
  return reasons
}

/** Leaves out whatever says something about the value. */
const withoutValue = (reading: Reading): Reading => ({
  ...reading,
  value: null,
  state: undefined,
  consumption: null,
  read_value: null,
  device_value: null,
  ocr: null,
  degree: null,
  confidence: null,
  reasons: [],
  position: null,
  registration: null,
  advice: null,
  // The region that was read is drawn in it.
  result_image: null,
})

/** Of each reading the meter's last one before it that has a value. */
async function previousOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ id: number; previous: number }>(sql`
    select readings.id::float8 as id, previous.id::float8 as previous from readings cross join lateral (
      select earlier.id from readings as earlier
      where earlier.meter_id = readings.meter_id and earlier.deleted_at is null and earlier.value is not null
        and (earlier.created_at, earlier.id) < (readings.created_at, readings.id)
      order by earlier.created_at desc, earlier.id desc limit 1) as previous
    where ${isOneOf(readings.id, ids)}`)
  return new Map(rows.map(({ id, previous }) => [id, previous]))
}

/** As many of a meter's latest readings say what is usual. */
const usualReadings = 40

async function usualBandsOf(tx: Tx, organizationId: number, meterIds: readonly number[]) {
  const counters = await countersOf(tx, organizationId, meterIds)
  const { rows } = await tx.execute<{ meter_id: number; value: number; at: number }>(sql`
    select meters.id::float8 as meter_id, latest.value, latest.at from meters cross join lateral (
      select readings.value, (extract(epoch from readings.created_at) * 1000)::float8 as at, ${isUnconfirmed} as is_unconfirmed
      from readings
      where readings.meter_id = meters.id and readings.deleted_at is null and readings.value is not null
      order by readings.created_at desc, readings.id desc limit ${sql.raw(String(usualReadings))}) as latest
    where ${isOneOf(sql`meters.id`, meterIds)} and latest.is_unconfirmed is not true
    order by latest.at`)
  return new Map(
    [...Map.groupBy(rows, ({ meter_id: id }) => id)].map(([id, values]) => [
      id,
      usualBandOf(values, counters.has(id)),
    ]),
  )
}
