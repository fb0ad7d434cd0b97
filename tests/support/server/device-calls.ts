import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { keyType } from '../../../contract/access.ts'
import { deviceApiEndpoints } from '../../../contract/device-api.ts'
import { deviceType } from '../../../contract/devices.ts'
import type { devices } from '../../../server/db/schema.ts'
import type { Answered, TestApp, TestOrganization, TestRequest } from './app.ts'
import { addDevice, addKey } from './builders.ts'

type DeviceRow = typeof devices.$inferSelect

/** A device with a key of its own, as it calls. */
export interface CallingDevice {
  id: number
  serial: string
  keyId: number
  /** Of each of its calls. */
  headers: { apikey: string; 'device-serial': string }
  ask: (method: 'GET' | 'POST' | 'PUT', path: string, asked?: TestRequest) => Promise<Answered>
  sendPicture: (bytes: Uint8Array, more?: Record<string, string>) => Promise<Answered>
  sendAnalog: (body: object, key?: string) => Promise<Answered>
}

/** Default: a WiFi camera that waits to start, by a key for devices. */
export async function addCallingDevice(
  { deps, ask }: Pick<TestApp, 'deps' | 'ask'>,
  organization: Pick<TestOrganization, 'id' | 'general'>,
  given: Partial<Omit<DeviceRow, 'organizationId'>> = {},
): Promise<CallingDevice> {
  const key = await addKey(deps, organization.id, organization.general.id, { type: keyType.device })
  const { id, serialNumber } = await addDevice(deps.database, organization.id, {
    type: deviceType.wifiCamera,
    status: 0,
    ...given,
  })
  const serial = serialNumber ?? ''
  const headers = { apikey: `${key.accessKey}:secret`, 'device-serial': serial }
  const send: CallingDevice['ask'] = (method, path, asked = {}) =>
    ask(method, path, { ...asked, headers: { ...headers, ...asked.headers } })
  return {
    id,
    serial,
    keyId: key.id,
    headers,
    ask: send,
    sendPicture: (bytes, more = {}) =>
      send('POST', deviceApiEndpoints.reportPicture.path, {
        bytes,
        headers: { ...pictureHeaders(bytes, deps.clock()), ...more },
      }),
    sendAnalog: (body, key = randomUUID()) =>
      send('POST', deviceApiEndpoints.reportAnalog.path, { body, headers: { 'idempotency-key': key } }),
  }
}

/** What a camera says of a picture that it has just taken. */
export const pictureHeaders = (bytes: Uint8Array, at: Date): Record<string, string> => ({
  'content-type': 'image/jpeg',
  'idempotency-key': randomUUID(),
  'content-digest': digestOf(bytes),
  'measured-at': at.toISOString(),
})

/** As RFC 9530 writes it. */
export const digestOf = (bytes: Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

let shade = 0
/** A picture that no other has the bytes of. */
export function newPicture(): Promise<Buffer> {
  shade += 1
  // Steps that JPEG keeps apart.
  const background = { r: (shade % 15) * 17, g: (Math.floor(shade / 15) % 15) * 17, b: 90 }
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer()
}
