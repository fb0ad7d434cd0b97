import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Round, RoundSchedule } from '../../../contract/rounds.ts'
import { inspections, rounds, type skips } from '../../../server/db/schema.ts'
import { checkRounds } from '../../../server/jobs/minute-checks.ts'
import { parseLocalTime } from '../../../server/time-zone.ts'
import type { TestApp, TestOrganization } from './app.ts'
import { addDevice, addInspection, addMeter, addReading, addSkip } from './builders.ts'
import { dataOf } from './data.ts'

/** Inspection groups that are walked at times that a test chooses, all of one organization. */
export function roundWatch(test: TestApp, organization: TestOrganization = test.own, zone = 'Asia/Tokyo') {
  const { database, clock } = test.deps
  const { id: organizationId, general } = organization
  const instant = (local: string) => {
    const at = parseLocalTime(zone, local)
    if (at === null) throw new Error(`there is no ${local}`)
    return at
  }
  // The clock may be days further.
  const caller = () => test.signIn(general)
  return {
    instant,
    /**
     * Moves the clock to just after a local time. Exactly at a due time, the result would depend on whether the next step
     * falls into the same millisecond.
     */
    goTo: (local: string) => test.advance(instant(local).getTime() + 1 - clock().getTime()),
    keep: () => checkRounds(test.deps),
    /** A group with meters that are read by phone. `schedule`: set just now. */
    async add(names: readonly string[], schedule: RoundSchedule | null = null) {
      const from = schedule && clock()
      const group = await addInspection(database, organizationId, {
        name: `点検 ${randomUUID()}`,
        schedule,
        scheduleFrom: from,
        roundsFrom: from,
      })
      const phone = await addDevice(database, organizationId)
      const meterIds: number[] = []
      for (const name of names) {
        const given = { name, inspectionId: group.id, deviceId: phone.id, createdAt: clock() }
        meterIds.push((await addMeter(database, organizationId, given)).id)
      }
      return { ...group, meterIds }
    },
    /** A reading by a person, by default now and by phone. */
    capture: (id: number, given: Parameters<typeof addReading>[2] = {}) =>
      addReading(
        database,
        { id, organizationId },
        { source: 'phone', createdAt: clock(), createdByUserId: general.id, ...given },
      ),
    skip: (meterId: number, given: Partial<typeof skips.$inferInsert> = {}) =>
      addSkip(database, { id: meterId, organizationId }, general.id, {
        skippedAt: clock(),
        toldAt: clock(),
        ...given,
      }),
    route: async (id: number, body: object) =>
      test.ask('PUT', `/api/v1/inspection/${id}/route`, { as: await caller(), body }),
    /** As the call shows it. */
    async round(id: number): Promise<Round> {
      const all = dataOf('rounds', await test.ask('GET', '/api/v1/rounds', { as: await caller() }))
      const round = all.find((one) => one.inspection_id === id)
      if (round === undefined) throw new Error(`there is no round of ${id}`)
      return round
    },
    /** Of a group, as they are stored, oldest first. */
    stored: (id: number) =>
      database.asSystem((tx) =>
        tx.select().from(rounds).where(eq(rounds.inspectionId, id)).orderBy(rounds.beginsAt),
      ),
    group: async (id: number) => {
      const [row] = await database.asSystem((tx) =>
        tx.select().from(inspections).where(eq(inspections.id, id)),
      )
      return row
    },
  }
}
