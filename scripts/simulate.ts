/**
 * Virtual devices of all types that report over the device API, with weak batteries and signals, bad light,
 * wrong clocks, outages with batches afterwards, repeats, one that dies and one that is stolen.
 *
 * npm run simulate -- [--server http://127.0.0.1:3000] [--devices 20] [--minutes 10] [--speed 1]
 *
 * `--speed`: how fast time goes, so that it begins in the past and ends now. Creates its devices and meters in
 * the demonstration at the first run, with the accounts of DATA_DIR/first-sign-in.json.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { role } from '../contract/access.ts'
import { ask, type Connection } from './simulate/connection.ts'
import { createFleet, createKey, retrySeconds } from './simulate/fleet.ts'
import { simulatedClock } from './simulate/simulated-clock.ts'
import { live, register } from './simulate/virtual-device.ts'

const { values: given } = parseArgs({
  options: {
    server: { type: 'string', default: `http://127.0.0.1:${process.env['PORT'] ?? 3000}` },
    devices: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '10' },
    speed: { type: 'string', default: '1' },
  },
})
const settings = z
  .object({
    server: z.url(),
    devices: z.coerce.number().int().min(1).max(999),
    minutes: z.coerce.number().min(0.1),
    speed: z.coerce.number().min(1),
  })
  // A device whose last report is older counts as silent.
  .refine(({ minutes, speed }) => minutes * (speed - 1) * 60 < retrySeconds, {
    message: `time may begin at most ${retrySeconds / 60} minutes in the past: minutes × (speed − 1)`,
    path: ['speed'],
  })
  .parse(given)

const account = z.object({ organization_code: z.string(), username: z.string(), password: z.string() })
const signInFile = account.extend({ others: z.array(account.extend({ role: z.number() })) })
const file = join(process.env['DATA_DIR'] ?? 'data', 'first-sign-in.json')
const { others, ...admin } = signInFile.parse(JSON.parse(readFileSync(file, 'utf8')))
const system = others.find((one) => one.role === role.system)
if (system === undefined) throw new Error(`${file} names no system administrator`)

/** A token expires after 15 minutes. */
function signedIn({ organization_code, username, password }: z.output<typeof account>): Connection {
  const anonymous: Connection = { server: settings.server, authorization: async () => null }
  let held = { at: 0, authorization: '' }
  return {
    server: settings.server,
    async authorization() {
      if (Date.now() - held.at > 600_000) {
        const json = { organization_code, username, password }
        const tokens = await ask(anonymous, 'login', z.object({ id_token: z.string() }), { json })
        held = { at: Date.now(), authorization: `Bearer ${tokens.id_token}` }
      }
      return held.authorization
    },
  }
}

const console_ = signedIn(system)
const { id: userId } = await ask(signedIn(admin), 'me', z.object({ id: z.number() }))
const fleet = await createFleet(console_, settings.devices)
const shared = await createKey(console_, 'シミュレーター', userId)
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
const timer = setTimeout(() => stop.abort(), settings.minutes * 60_000)
const clock = simulatedClock(settings.speed, settings.minutes)
const say = (line: string) => console.log(`${clock.now().toISOString()}  ${line}`)
await Promise.all(
  fleet.map(async (device) => {
    const isStolen = device.trait.stolenAfter !== null
    const key = isStolen ? await createKey(console_, device.name, userId) : shared
    await register(key.connection, device.serial, device.hash)
    await live(device, {
      connection: key.connection,
      clock,
      signal: stop.signal,
      say,
      ...(isStolen && { withdrawKey: key.withdraw }),
    }).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error
    })
  }),
)
clearTimeout(timer)
await shared.withdraw()
