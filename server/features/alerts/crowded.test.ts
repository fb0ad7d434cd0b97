import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildOrganization } from '../../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addAlert, addMeter, addReading } from '../../../tests/support/builders.ts'
import { announceDue, noteAnnouncement } from './announce.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

async function noteAlert(organizationId: number): Promise<number> {
  const { database } = test.deps
  const meter = await addMeter(database, organizationId)
  const { id } = await addAlert(database, await addReading(database, meter, { value: 0.9, isAbnormal: true }))
  await database.asSystem((tx) => noteAnnouncement(tx, { organizationId, alertId: id }))
  return id
}

it('alerts of an organization that has no turn at the database are tried once a run, and the others told', async () => {
  const { database } = test.deps
  const other = await buildOrganization(database)
  const own = [await noteAlert(test.own.id), await noteAlert(test.own.id), await noteAlert(test.own.id)]
  await noteAlert(other.id)
  const held = Promise.withResolvers<void>()
  // As many as one organization may have at work and waiting.
  const busy = Array.from({ length: 105 }, () =>
    database.inOrganization(test.own.id, null, () => held.promise),
  )
  await announceDue(test.deps)
  held.resolve()
  await Promise.all(busy)
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`select alert_id::int as id, failures from alert_announcements order by alert_id`),
  )
  expect(rows).toEqual(own.map((id, index) => ({ id, failures: index === 0 ? 1 : 0 })))
})
