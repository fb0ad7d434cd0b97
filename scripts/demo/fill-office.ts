import { and, asc, eq } from 'drizzle-orm'
import { role } from '../../contract/access.ts'
import { addMonths } from '../../contract/closing/closingDates.ts'
import { needsReason } from '../../contract/closing/closings.ts'
import type { Session } from '../../server/api/call.ts'
import type { Tx } from '../../server/db/client.ts'
import { lockMeter } from '../../server/db/meter-lock.ts'
import { closingCycles, dataResets, meterReplacements, meters, readings } from '../../server/db/schema.ts'
import {
  type CycleRow,
  closeMonth,
  listClosings,
  lockCycle,
  openMeters,
} from '../../server/features/closings/index.ts'
import { addChange, changeReading } from '../../server/features/readings/index.ts'
import { createEstimate } from '../../server/features/usages/index.ts'
import { isoInZone } from '../../server/time-zone.ts'
import { known } from './insert.ts'
import { insertReadings, type People } from './insert-readings.ts'
import type { DemoMeter } from './meters.ts'
import { type Incidents, inJapan, monthsAt, officeReadings } from './office-values.ts'

interface Of {
  organizationId: number
  timeZone: string
  people: People
  /** The moment that the demonstration is filled for. */
  at: Date
}

/**
 * Inserts what the office did before the present month: 15 months of typed readings, a replacement, an estimate, and the
 * months that were closed, one of which was corrected afterwards. Does it once, and again after an initialisation.
 */
export async function fillOffice(tx: Tx, of: Of, demo: readonly DemoMeter[]): Promise<void> {
  const { organizationId, timeZone, people, at } = of
  const made = officeReadings(demo, at)
  const [inserted] = await tx
    .select({ id: closingCycles.id })
    .from(closingCycles)
    .where(eq(closingCycles.organizationId, organizationId))
    .orderBy(asc(closingCycles.id))
    .limit(1)
  if (made === null || inserted === undefined) return
  // Another process that fills at the same time waits here.
  const cycle = await lockCycle(tx, organizationId, inserted.id)
  const months = monthsAt(at)
  const [reset] = await tx
    .select({ at: dataResets.startedAt })
    .from(dataResets)
    .where(eq(dataResets.organizationId, organizationId))
  const isSinceReset = (time: Date) => reset === undefined || time > reset.at
  const closed = await listClosings(tx, organizationId, cycle.id)
  if (closed.some(({ month, closedAt }) => month === months.corrected && isSinceReset(closedAt))) return

  // They were inserted in this order, before any others.
  const rows = await tx
    .select({ id: meters.id })
    .from(meters)
    .where(eq(meters.organizationId, organizationId))
    .orderBy(asc(meters.id))
  const idAt = (index: number) => known(rows[index]).id
  const insert = (index: number, typed: Parameters<typeof insertReadings>[2]) =>
    insertReadings(tx, { organizationId, id: idAt(index) }, typed, [], people)
  for (const [index, { face }] of demo.entries()) await insert(index, made.ofFaces.get(face.key) ?? [])
  for (const [index, typed] of made.ofSubmeters.entries()) await insert(demo.length + index, typed)

  const asPerson = ({ id: userId }: { id: number }): Session => ({
    sessionId: null,
    key: null,
    userId,
    username: '',
    organizationId,
    role: role.admin,
    timeZone,
  })
  const [ground, second, third] = [0, 1, 2].map((index) => idAt(demo.length + index))
  const { replaced, estimated, corrected } = made.incidents
  await insertReplacement(tx, of, known(second), replaced)
  const onSecond = (month: string) => inJapan(`${month}-02`, '10:00')
  await createEstimate(
    asPerson(people.inspector),
    tx,
    known(third),
    {
      at: isoInZone(timeZone, estimated.at).slice(0, 19).replace('T', ' '),
      value: estimated.value,
      basis: 'previous',
      reason: '倉庫が施錠されていて検針できず',
    },
    onSecond(addMonths(months.estimated, 1)),
  )
  // Months are closed without a gap, also where an initialisation came months later.
  const next = closed[0] && addMonths(closed[0].month, 1)
  let month = next !== undefined && next < months.estimated ? next : months.estimated
  for (; month <= months.corrected; month = addMonths(month, 1)) {
    const day = onSecond(addMonths(month, 1))
    await close(asPerson(people.admin), tx, cycle, month, isSinceReset(day) ? day : at)
  }
  await correct(tx, of, known(ground), corrected)
}

async function insertReplacement(
  tx: Tx,
  { organizationId, people }: Of,
  meterId: number,
  { at, oldEnd }: Incidents['replaced'],
): Promise<void> {
  const key = `demonstration ${meterId} ${at.toISOString()}`
  await tx.insert(meterReplacements).values({
    organizationId,
    meterId,
    at,
    oldEndValue: oldEnd,
    newStartValue: 0,
    note: '検定満了のため交換',
    userId: people.inspector.id,
    idempotencyKey: key,
    fingerprint: key,
    createdAt: at,
  })
}

/** Closes a month, or closes it again after an initialisation. */
async function close(session: Session, tx: Tx, cycle: CycleRow, month: string, at: Date): Promise<void> {
  const closings = await listClosings(tx, session.organizationId, cycle.id)
  const latest = closings.find((closing) => closing.month === month)
  const open = await openMeters(tx, session, month, {
    cycles: new Map(cycle.meterIds.map((id) => [id, cycle])),
    closes: ({ snapshot }) => (snapshot?.closing.cycleId ?? null) === (latest?.cycleId ?? null),
  })
  await closeMonth(
    session,
    tx,
    cycle.id,
    {
      month,
      version: (latest?.version ?? 0) + 1,
      ...(latest && { reason: 'データの初期化' }),
      exceptions: open
        .filter(({ period, checks }) => needsReason({ state: period.now.state, checks }))
        .map(({ period, checks }) => ({
          meter_id: period.meterId,
          reason: checks.some(({ check }) => check === 'parent') ? '共用部の未計量分' : '現地で確認済み',
        })),
    },
    at,
  )
}

/** Corrects a reading of a month that is closed. */
async function correct(
  tx: Tx,
  { organizationId, people }: Of,
  meterId: number,
  { at, value, typed }: Incidents['corrected'],
): Promise<void> {
  const meter = known(await lockMeter(tx, organizationId, meterId))
  const [reading] = await tx
    .select({ id: readings.id })
    .from(readings)
    .where(and(eq(readings.meterId, meterId), eq(readings.createdAt, at)))
  const { id: readingId } = known(reading)
  const correctedAt = new Date(at.getTime() + 6 * 86_400_000)
  const source = { is_abnormal: false }
  await changeReading(tx, organizationId, readingId, {
    value,
    valueSource: 'corrected',
    updatedAt: correctedAt,
  })
  await addChange(tx, meter, {
    readingId,
    userId: people.admin.id,
    at: correctedAt,
    action: 'correct',
    before: { value: typed, value_source: 'entered', ...source },
    after: { value, value_source: 'corrected', ...source },
    reason: '検針票からの転記ミス',
  })
}
