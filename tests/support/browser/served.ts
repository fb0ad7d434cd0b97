import { sql } from 'drizzle-orm'
import { buildUser, type TestUser, type UserTraits } from '../server/accounts.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '../server/app.ts'
import { addMeter } from '../server/builders.ts'
import { dataOf } from '../server/data.ts'

/** The built console with an in-process server, with a controllable clock and push agent. */
export interface Served extends TestApp {
  origin: string
  addUser: (traits?: UserTraits) => Promise<TestUser>
  /** A new meter with one abnormal reading, as from a device. */
  raiseAlert: (meter: string) => Promise<void>
  /** Counts a user's push subscriptions. */
  subscriptionsOf: (user: { id: number }) => Promise<number>
}

export async function serveApp(options: TestAppOptions = {}): Promise<Served> {
  const test = await createTestApp({ work: true, ...options })
  const { database, clock } = test.deps
  const origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...test,
    origin,
    addUser: (traits) => buildUser(database, test.own, traits),
    async raiseAlert(name) {
      const { id } = await addMeter(database, test.own.id, { name })
      const as = await test.signIn(test.own.general)
      const created_at = localTime(clock())
      const body = { meter_id: id, value: 0.95, created_at, image_base64: null }
      dataOf('createReading', await test.ask('POST', '/api/v1/meter-value', { as, body }))
    },
    async subscriptionsOf({ id }) {
      const { rowCount } = await database.asSystem((tx) =>
        tx.execute(sql`select from push_subscriptions where user_id = ${id}`),
      )
      return rowCount ?? 0
    },
  }
}

/** As devices send it, in the organization's time zone. */
const localTime = (at: Date) => at.toLocaleString('sv-SE', { timeZone: 'Asia/Tokyo' })
