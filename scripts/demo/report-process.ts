/** The demonstration's devices report in their own process, as long as its parent lives. */
import { constants, setPriority } from 'node:os'
import type { Connection } from '../simulate/connection.ts'
import { realClock } from '../simulate/simulated-clock.ts'
import { plain } from '../simulate/traits.ts'
import { live, type Measures, type VirtualDevice } from '../simulate/virtual-device.ts'
import { serialOf } from './insert.ts'
import { type DemoMeter, demoMeters } from './meters.ts'
import { devices } from './plant.ts'

process.once('disconnect', () => process.exit(1))
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { SERVER: server = '', DEVICE_KEY: key = '' } = process.env
const basic = Buffer.from(key).toString('base64')
const connection: Connection = { server, authorization: async () => `Basic ${basic}` }
const life = { connection, clock: realClock(), signal: new AbortController().signal, say: () => {} }
const meters = demoMeters(new Date())

const reporting = devices.flatMap(({ key, name, every, error, battery }, index): VirtualDevice[] => {
  if (every === undefined) return []
  const measured = meters.filter(({ device }) => device.key === key)
  const trait = { ...plain, ...(battery === undefined && { drain: 0 }) }
  const serial = serialOf(index)
  return [{ name, serial, trait, battery: battery ?? 100, measures: measuresOf(measured, error) }]
})
await Promise.all(
  reporting.map((device) =>
    live(device, life).catch((error: unknown) => console.error(`· ${device.name}: ${String(error)}`)),
  ),
)

function measuresOf(measured: readonly DemoMeter[], error: string | undefined): Measures {
  const [first] = measured
  if (error !== undefined || first === undefined) return { kind: 'heartbeat', ...(error && { error }) }
  if (first.means !== 'analog') return { kind: 'picture', face: first.face, valueAt: first.valueAt }
  return {
    kind: 'analog',
    channels: measured.flatMap(({ location, face, valueAt }) => {
      const [channel, min = 0, max = 0] = (location.analog ?? '').split(':').map(Number)
      return channel === 1 || channel === 2 || channel === 3 ? [{ channel, min, max, face, valueAt }] : []
    }),
  }
}
