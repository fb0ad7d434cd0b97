import { and, desc, eq, gte, lte, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { MeterReadingChange, ReadingChange } from '../../../contract/readings.ts'
import { readState } from '../../../contract/values/abnormal.ts'
import { valueFormatSchema } from '../../../contract/values/valueFormat.ts'
import { Failure, type Session } from '../../api/call.ts'
import { type Cursor, cursorPage } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import type { MeterKey } from '../../db/reading-order.ts'
import { alertChanges, meterChanges, meters, readingChanges, readings, users } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { mayRestore } from './restore.ts'

type Reading = Pick<typeof readings.$inferSelect, 'id' | 'organizationId' | 'meterId' | 'createdAt'>
type Change = { when: Date } & (ReadingChange extends infer Each
  ? Each extends ReadingChange
    ? Omit<Each, 'at'>
    : never
  : never)

/** Of each kind; older ones are of no use beside a reading. */
const maxPerKind = 100

/** Empty where the user has left the organization. */
const user = sql<string>`coalesce(${users.username}, '')`

/** What people did to a reading and its judgement, newest first, also of deleted readings. */
export async function historyOf(
  tx: Tx,
  organizationId: number,
  id: number,
  present: Presenter,
): Promise<ReadingChange[]> {
  const [reading] = await tx
    .select()
    .from(readings)
    .where(and(eq(readings.organizationId, organizationId), eq(readings.id, id)))
  if (reading === undefined) throw new Failure('not_found')
  const changes = [
    ...(await ofReading(tx, reading, present)),
    ...(await ofRange(tx, reading)),
    ...(await ofAlert(tx, reading)),
  ]
  return changes
    .sort((one, other) => other.when.getTime() - one.when.getTime())
    .map((change) => presentChange(change, present))
}

const shownThen = { value_format: z.optional(valueFormatSchema) }
const loggedValue = z.object({
  ...shownThen,
  value: z.number().nullable(),
  read_state: z.literal(Object.values(readState)).optional(),
})
const loggedTime = z.object({ created_at: z.string() })
const loggedMeter = z.object({ meter_id: z.number(), meter: z.string() })

/** Of its value, its time or its meter. */
async function ofReading(tx: Tx, { organizationId, id }: Reading, present: Presenter): Promise<Change[]> {
  const rows = await tx
    .select({ change: readingChanges, user })
    .from(readingChanges)
    .leftJoin(users, eq(users.id, readingChanges.userId))
    .where(and(eq(readingChanges.organizationId, organizationId), eq(readingChanges.readingId, id)))
    .orderBy(desc(readingChanges.at), desc(readingChanges.id))
  return rows.map((row) => changeOf(row, present))
}

interface LoggedChange {
  change: typeof readingChanges.$inferSelect
  user: string
}

function changeOf({ change, user }: LoggedChange, present: Presenter): Change {
  const time = (logged: unknown) => ({
    created_at: present.instant(new Date(loggedTime.parse(logged).created_at)),
  })
  const { action, before, after, reason } = change
  const common = { id: change.id, when: change.at, user }
  if (action === 'create' || action === 'restore')
    return { ...common, action, before: null, after: loggedValue.parse(after) }
  if (action === 'delete') return { ...common, action, before: loggedValue.parse(before), after: null }
  if ('created_at' in before)
    return { ...common, action: 'time', before: time(before), after: time(after), reason }
  if ('meter_id' in before)
    return { ...common, action: 'meter', before: meterOf(before), after: meterOf(after) }
  return { ...common, action, before: loggedValue.parse(before), after: loggedValue.parse(after), reason }
}

function meterOf(logged: unknown) {
  const { meter_id: id, meter: name } = loggedMeter.parse(logged)
  return { id, name }
}

const presentChange = ({ when, ...change }: Change, present: Presenter): ReadingChange => ({
  ...change,
  at: present.instant(when),
})

/** What people did to the readings of a meter, newest first. */
export async function changesOfMeter(
  { tx, session, deps }: { tx: Tx; session: Session; deps: Deps },
  meterId: number,
  asked: { limit?: number | undefined; after?: string | undefined },
): Promise<{ data: MeterReadingChange[]; next?: string | undefined }> {
  const { organizationId } = session
  const own = and(eq(meters.organizationId, organizationId), eq(meters.id, meterId))
  if ((await tx.$count(meters, own)) === 0) throw new Failure('not_found')
  const { rows, next } = await cursorPage(
    asked,
    ({ change }: LoggedOfMeter) => change,
    async ({ limit, after }) => ({
      rows: await loggedOfMeter(tx, { organizationId, id: meterId }, limit, after),
    }),
  )
  const present = presenterFor(deps, session)
  const now = deps.clock()
  const data = rows.map((row) => ({
    reading_id: row.change.readingId,
    measured_at: present.instant(row.reading.createdAt),
    is_deleted: row.reading.deletedAt !== null,
    restorable:
      row.change.action === 'delete' &&
      row.reading.deletedAt?.getTime() === row.change.at.getTime() &&
      mayRestore(row.reading, session, now),
    change: presentChange(changeOf(row, present), present),
  }))
  return { data, next }
}

type LoggedOfMeter = Awaited<ReturnType<typeof loggedOfMeter>>[number]

const loggedOfMeter = (tx: Tx, { organizationId, id }: MeterKey, limit: number, after: Cursor | null) =>
  tx
    .select({
      change: readingChanges,
      user,
      reading: {
        createdAt: readings.createdAt,
        deletedAt: readings.deletedAt,
        deletedByUserId: readings.deletedByUserId,
      },
    })
    .from(readingChanges)
    .innerJoin(readings, eq(readings.id, readingChanges.readingId))
    .leftJoin(users, eq(users.id, readingChanges.userId))
    .where(
      and(
        eq(readingChanges.organizationId, organizationId),
        eq(readings.organizationId, organizationId),
        eq(readings.meterId, id),
        after === null
          ? undefined
          : sql`(${readingChanges.at}, ${readingChanges.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::bigint)`,
      ),
    )
    .orderBy(desc(readingChanges.at), desc(readingChanges.id))
    .limit(limit)

const loggedRange = z.object({
  ...shownThen,
  emergency_start_value: z.number().nullish(),
  emergency_end_value: z.number().nullish(),
})

/** Changes hold only the end that changed: the other is found by going back from the present range. */
async function ofRange(tx: Tx, { organizationId, meterId }: Reading): Promise<Change[]> {
  const [now] = await tx
    .select({ start: meters.emergencyStartValue, end: meters.emergencyEndValue })
    .from(meters)
    .where(and(eq(meters.organizationId, organizationId), eq(meters.id, meterId)))
  if (now === undefined) return []
  const rows = await tx
    .select({ change: meterChanges, user })
    .from(meterChanges)
    .leftJoin(users, eq(users.id, meterChanges.userId))
    .where(
      and(
        eq(meterChanges.organizationId, organizationId),
        eq(meterChanges.meterId, meterId),
        eq(meterChanges.action, 'update'),
        or(
          sql`jsonb_exists(${meterChanges.after}, 'emergency_start_value')`,
          sql`jsonb_exists(${meterChanges.after}, 'emergency_end_value')`,
        ),
      ),
    )
    .orderBy(desc(meterChanges.at), desc(meterChanges.id))
    .limit(maxPerKind)
  let after = now
  return rows.map(({ change, user }) => {
    const {
      emergency_start_value: start,
      emergency_end_value: end,
      ...shownBefore
    } = loggedRange.parse(change.before)
    const { value_format } = loggedRange.parse(change.after)
    const before = {
      start: start === undefined ? after.start : start,
      end: end === undefined ? after.end : end,
    }
    const made = {
      id: change.id,
      when: change.at,
      user,
      action: 'range' as const,
      before: { ...before, ...shownBefore },
      after: { ...after, value_format },
    }
    after = before
    return made
  })
}

/** Of alerts whose run, as seen by the person, contains the reading. */
async function ofAlert(tx: Tx, { organizationId, meterId, createdAt }: Reading): Promise<Change[]> {
  const rows = await tx
    .select({ change: alertChanges, user })
    .from(alertChanges)
    .leftJoin(users, eq(users.id, alertChanges.userId))
    .where(
      and(
        eq(alertChanges.organizationId, organizationId),
        eq(alertChanges.meterId, meterId),
        lte(alertChanges.firstAt, createdAt),
        gte(alertChanges.latestAt, createdAt),
        // Who works on it stands with the alert and in the audit log.
        ne(alertChanges.action, 'assign'),
      ),
    )
    .orderBy(desc(alertChanges.at), desc(alertChanges.id))
    .limit(maxPerKind)
  return rows.map(({ change, user }) => {
    const { id, at: when, action, comment } = change
    if (action === 'comment') {
      const before = { comment: change.previousComment }
      return { id, when, user, action: 'comment' as const, before, after: { comment } }
    }
    const range = {
      start: change.emergencyStartValue,
      end: change.emergencyEndValue,
      value_format: change.valueFormat ?? undefined,
    }
    return action === 'undo'
      ? { id, when, user, action, range }
      : { id, when, user, action: 'confirm' as const, range, comment }
  })
}
