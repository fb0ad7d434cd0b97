import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { captureEndpoints } from '../../contract/captures.ts'
import { connect, type Database } from '../../server/db/client.ts'
import { createLog } from '../../server/log.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { type BuiltOrganization, buildOrganization, buildUser } from '../support/accounts.ts'
import { dataOf } from '../support/data.ts'
import { expect } from '../support/expect.ts'
import { callerOf } from '../support/http.ts'
import { addGauge, gaugePicture, sha256Of } from '../support/rendered-meters.ts'
import { type RunningServer, startServer } from '../support/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer(null, { LOG_LEVEL: 'warn' })
})
afterAll(() => server.close())

/** The PostgreSQL running in the server's folder. */
function postmaster(): { pid: number; url: string } {
  const [pid, , , port] = readFileSync(join(server.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const { database_password: password } = loadSecrets(server.dataDir)
  return { pid: Number(pid), url: `postgres://kenshin:${password}@127.0.0.1:${port}/postgres` }
}

async function onDatabase<Made>(work: (database: Database) => Promise<Made>): Promise<Made> {
  const database = connect(postmaster().url, createLog('silent'))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

test('a server that was killed while its PostgreSQL lived on comes up with all that it acknowledged', async () => {
  const { user, meter } = await onDatabase(async (database) => {
    const organization: BuiltOrganization = await buildOrganization(database)
    const user = await buildUser(database, organization)
    return { user, meter: await addGauge({ database, organization }) }
  })
  const caller = await callerOf(server.origin, user)
  const { jpeg } = await gaugePicture(0.42)
  const [key, at] = [randomUUID(), new Date()]
  const receipt = dataOf('createCapture', await caller.sendCapture(meter, jpeg, key, at))

  const { pid } = postmaster()
  await server.kill()
  // Signal 0 only tests for existence.
  expect(process.kill(pid, 0)).toBe(true)
  await server.restart()

  const reading = dataOf(
    'capture',
    await caller.ask('GET', captureEndpoints.capture.path.replace('{key}', key)),
  )
  expect(reading).toMatchObject({ id: receipt.id, meter_id: meter.id, source: 'phone' })
  const picture = await caller.ask('GET', reading.image ?? '')
  expect(sha256Of(picture.bytes)).toBe(receipt.sha256)
  const repeat = await caller.sendCapture(meter, jpeg, key, at)
  expect(repeat.status).toBe(200)
  expect(dataOf('createCapture', repeat)).toEqual(receipt)
  expect((await caller.sendCapture(meter, jpeg)).status).toBe(201)
})
