import { and, desc, eq, gte, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ReadingChange } from '../../../contract/readings.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { alertChanges, meterChanges, meters, readingChanges, readings, users } from '../../db/schema.ts'
import type { Presenter } from '../../presenter.ts'

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
    .map(({ when, ...change }) => ({ ...change, at: present.instant(when) }))
}

const loggedValue = z.object({ value: z.number().nullable() })
const loggedTime = z.object({ created_at: z.string() })

/** Of its value or its time. */
async function ofReading(tx: Tx, { organizationId, id }: Reading, present: Presenter): Promise<Change[]> {
  const time = (logged: unknown) => ({
    created_at: present.instant(new Date(loggedTime.parse(logged).created_at)),
  })
  const rows = await tx
    .select({ change: readingChanges, user })
    .from(readingChanges)
    .leftJoin(users, eq(users.id, readingChanges.userId))
    .where(and(eq(readingChanges.organizationId, organizationId), eq(readingChanges.readingId, id)))
    .orderBy(desc(readingChanges.at), desc(readingChanges.id))
  return rows.map(({ change, user }) => {
    const common = { id: change.id, when: change.at, user }
    if ('created_at' in change.before)
      return { ...common, action: 'time' as const, before: time(change.before), after: time(change.after) }
    const made = { ...common, before: loggedValue.parse(change.before) }
    return change.action === 'delete'
      ? { ...made, action: 'delete' as const, after: null }
      : { ...made, action: 'correct' as const, after: loggedValue.parse(change.after) }
  })
}

const loggedRange = z.object({
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
    const { emergency_start_value: start, emergency_end_value: end } = loggedRange.parse(change.before)
    const before = {
      start: start === undefined ? after.start : start,
      end: end === undefined ? after.end : end,
    }
    const made = { id: change.id, when: change.at, user, action: 'range' as const, before, after }
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
      ),
    )
    .orderBy(desc(alertChanges.at), desc(alertChanges.id))
    .limit(maxPerKind)
  return rows.map(({ change, user }) => {
    const { id, at: when, action, comment } = change
    const range = { start: change.emergencyStartValue, end: change.emergencyEndValue }
    return action === 'undo'
      ? { id, when, user, action, range }
      : { id, when, user, action: 'confirm' as const, range, comment }
  })
}
