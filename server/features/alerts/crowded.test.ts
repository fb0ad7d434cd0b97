import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addAlert, addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { alertAnnouncements } from '../../db/schema.ts'
import { announcePending } from '../notices/announce-alerts.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(async () => {
  await test.deps.database.asSystem((tx) => tx.execute(sql`delete from alert_announcements`))
})
afterAll(() => test.close())

async function noteAlert(organizationId: number): Promise<number> {
  const { database } = test.deps
  const meter = await addMeter(database, organizationId)
  const { id } = await addAlert(database, await addReading(database, meter, { value: 0.9, isAbnormal: true }))
  await database.asSystem((tx) => tx.insert(alertAnnouncements).values({ organizationId, alertId: id }))
  return id
}

const left = async () => {
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute(sql`select alert_id::int as id, failures from alert_announcements order by alert_id`),
  )
  return rows
}

describe('alerts of an organization', () => {
  it('that has no turn at the database are tried twice a run, and the others told', async () => {
    const { database } = test.deps
    const own = [await noteAlert(test.own.id), await noteAlert(test.own.id), await noteAlert(test.own.id)]
    await noteAlert(test.other.id)
    const held = Promise.withResolvers<void>()
    // As many as one organization may have at work and waiting.
    const busy = Array.from({ length: 105 }, () =>
      database.inOrganization(test.own.id, null, () => held.promise),
    )
    await announcePending(test.deps)
    held.resolve()
    await Promise.all(busy)
    expect(await left()).toEqual(own.map((id, index) => ({ id, failures: index < 2 ? 1 : 0 })))
  })

  it('whose rows somebody holds locked stop no other’s', async () => {
    const { database } = test.deps
    const id = await noteAlert(test.own.id)
    await noteAlert(test.other.id)
    await database.asSystem(async (tx) => {
      await tx.execute(sql`select from alert_announcements where alert_id = ${id} for update`)
      await announcePending(test.deps)
    })
    expect(await left()).toEqual([{ id, failures: 0 }])
  })

  it('that has many take turns with the others’', async () => {
    await noteAlert(test.own.id)
    const second = await noteAlert(test.own.id)
    await noteAlert(test.other.id)
    await announcePending(test.deps, 2)
    expect(await left()).toEqual([{ id: second, failures: 0 }])
  })

  it('that all fail are tried twice a run', async () => {
    const { asSystem } = test.deps.database
    await asSystem((tx) =>
      tx.execute(
        sql.raw(`
        create function refuse_job() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
        create trigger refuse_job before insert on pgboss.job_common for each row
          when (new.data->>'organizationId' = '${test.own.id}') execute function refuse_job()`),
      ),
    )
    await wantMails([test.own.id, test.other.id])
    const own = [await noteAlert(test.own.id), await noteAlert(test.own.id), await noteAlert(test.own.id)]
    await noteAlert(test.other.id)
    await announcePending(test.deps)
    expect(await left()).toEqual(own.map((id, index) => ({ id, failures: index < 2 ? 1 : 0 })))
    await asSystem((tx) => tx.execute(sql`drop function refuse_job cascade`))
  })
})

const wantMails = (organizationIds: number[]) =>
  test.deps.database.asSystem((tx) =>
    tx.execute(sql`update memberships set is_alert_mail = true where organization_id in ${organizationIds}`),
  )
