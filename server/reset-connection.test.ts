import { once } from 'node:events'
import { connect as connectSocket, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../tests/support/server/app.ts'

const lines: string[] = []
let test: TestApp
let port: number
beforeAll(async () => {
  test = await createTestApp({ logTo: (line) => lines.push(line) })
  port = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => test.close())

it('a call with an unknown key whose connection is reset logs no error', async () => {
  lines.length = 0
  const blocker = new pg.Client(test.databaseUrl)
  await blocker.connect()
  // The call waits for this lock while its connection is reset.
  await blocker.query('begin; lock table api_keys in access exclusive mode')
  const accepted = new Promise<Socket>((resolve) => test.app.server.once('connection', resolve))
  const caller = connectSocket(port, '127.0.0.1')
  caller.write('GET /api/v1/meters HTTP/1.1\r\nHost: kenshin\r\nAPIKEY: nobody:x\r\n\r\n')
  const socket = await accepted
  const reset = new Promise((resolve) => socket.once('close', resolve))
  await expect.poll(() => isWaiting(blocker)).toBe(true)
  caller.resetAndDestroy()
  await reset
  await blocker.query('rollback')
  await blocker.end()
  await expect.poll(() => entries().map(({ msg }) => msg)).toContainEqual(expect.stringMatching(/^call /))
  await nextTurn()
  expect(entries()).toEqual([expect.objectContaining({ msg: 'call refused', code: 'key_unknown' })])
})

it('calls that are reset as soon as they were sent log no error', async () => {
  lines.length = 0
  const body = JSON.stringify({ organization_code: test.own.code, username: 'nobody', password: 'x' })
  const calls = [
    'GET /api/v1/meters HTTP/1.1\r\nHost: kenshin\r\n\r\n',
    'GET /login HTTP/1.1\r\nHost: kenshin\r\n\r\n',
    `POST /api/v1/login HTTP/1.1\r\nHost: kenshin\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ]
  let open = 0
  let accepted = 0
  test.app.server.on('connection', (socket: Socket) => {
    open++
    accepted++
    socket.once('close', () => open--)
  })
  for (let n = 0; n < 300; n++) {
    const caller = connectSocket(port, '127.0.0.1')
    await once(caller, 'connect')
    caller.write(calls[n % calls.length] ?? '', () => caller.resetAndDestroy())
    await once(caller, 'close')
  }
  await expect.poll(() => [accepted, open]).toEqual([300, 0])
  await nextTurn()
  expect(entries().filter(({ level }) => level >= 40)).toEqual([])
})

const entries = () => lines.map((line) => JSON.parse(line) as { level: number; msg: string })

const isWaiting = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query(
    'select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
  )
  return rows.length > 0
}
