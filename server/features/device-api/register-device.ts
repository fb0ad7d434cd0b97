import { createHash, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../api/call.ts'
import { noteReport } from '../devices/index.ts'
import { countCall } from './call-rate.ts'
import { assertOwnKey, callerName, type DeviceCall, noteCaller } from './calling-device.ts'
import { configOf, type TaggedConfig } from './device-config.ts'
import { historyText } from './history-text.ts'
import { insertReports, lockBySerial, lockDevice } from './repository.ts'

/** Whoever guesses learns neither which serial numbers there are nor, by the time it takes, how much of a hash is right. */
export async function registerDevice(
  call: DeviceCall,
  given: { serial_number: string; access_hash: string },
  remarks: readonly string[],
): Promise<TaggedConfig> {
  const { deps, session, tx } = call
  const { organizationId } = session
  const now = deps.clock()
  countCall(callerName(call, given.serial_number), now)
  const device = await lockBySerial(tx, organizationId, given.serial_number)
  await assertOwnKey(call, device, 'serial_number')
  if (device !== undefined) noteCaller(call, device.id)
  const known = device?.accessHash ?? null
  const isRight = isEqual(known ?? '', given.access_hash)
  if (device === undefined || known === null || known === '' || !isRight) throw refusedRegistration()
  await insertReports(tx, [
    {
      organizationId,
      deviceId: device.id,
      kind: 'register',
      createdAt: now,
      receivedAt: now,
      other: historyText(remarks),
    },
  ])
  await noteReport(tx, device.id, {
    measuredAt: now,
    isTimeUnconfirmed: false,
    receivedAt: now,
    measurements: 0,
    batteryPer: null,
    dbm: null,
    runningTime: null,
    clockOffsetMs: null,
    errors: [],
  })
  return configOf(call, (await lockDevice(tx, organizationId, device.id)) ?? device)
}

/** Names both fields, so that nobody learns which of them is wrong. */
const refusedRegistration = () =>
  new Failure('registration_refused', {
    issues: ['serial_number', 'access_hash'].map((path) => ({
      path,
      message: 'シリアル番号とアクセスハッシュの両方を確認してください',
    })),
  })

function isEqual(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}
