import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { deviceType } from '../../../contract/devices.ts'
import {
  type Conditions,
  conditions,
  type Face,
  faces,
  type Photograph,
  photograph,
  referencePicture,
  settingsOf,
} from '../../../faces/index.ts'
import { type meters, units } from '../../../server/db/schema.ts'
import { recordPicture, storePicture } from '../../../server/features/pictures/store.ts'
import { parsePicture } from '../../../server/features/pictures/upload.ts'
import { fileStorage } from '../../../server/storage/files.ts'
import type { Site } from '../browser/site.ts'
import { addDevice, addMeter } from '../server/builders.ts'

/** A pressure gauge on a pump, 0 to 1 MPa, abnormal from 0.8. */
const faceKey = 'pump-discharge'
/** Tolerance of that gauge: two of its hundred divisions. */
export const tolerance = 0.02

export function faceOf(key: string): Face {
  const face = faces.find((each) => each.key === key)
  if (face === undefined) throw new Error(`there is no face ${key}`)
  return face
}

/** The gauge at `value` under good conditions; the same arguments give the same bytes. */
export const gaugePicture = (value: number, how: Conditions = conditions(7, 0.15)): Promise<Photograph> =>
  photograph(faceOf(faceKey), value, how)

type Given = Partial<typeof meters.$inferInsert>
type Meter = typeof meters.$inferSelect

/** Makes of a gauge a counter that is not set up for reading: its values are typed. */
export const typedCounter = {
  meterCategoryId: 4,
  digitNumber: 5,
  decimalPoint: 1,
  startValue: null,
  endValue: null,
  emergencyStartValue: null,
  emergencyEndValue: null,
  settings: null,
  area: null,
  pins: null,
}

/** The gauge as a meter photographed with a phone, without a reference picture. */
export const addGauge = (
  { database, organization }: Pick<Site, 'database' | 'organization'>,
  given: Given = {},
): Promise<Meter> => addMeterOf({ database, organization }, faceOf(faceKey), given)

/** A rendered meter with its reference picture, photographed with a phone. */
export async function addFace(
  { database, organization, server }: Pick<Site, 'database' | 'organization' | 'server'>,
  face: Face,
  given: Given = {},
): Promise<Meter> {
  const picture = await parsePicture(await referencePicture(face), 'reference')
  await storePicture(fileStorage(join(server.dataDir, 'pictures')), organization.id, picture)
  await database.asSystem((tx) => recordPicture(tx, organization.id, picture))
  return addMeterOf({ database, organization }, face, { pictureSha256: picture.sha256, ...given })
}

async function addMeterOf(
  { database, organization }: Pick<Site, 'database' | 'organization'>,
  face: Face,
  given: Given,
): Promise<Meter> {
  const { settings, area, axis, radius } = settingsOf(face)
  const [unit] = await database.asSystem((tx) => tx.select().from(units).where(eq(units.name, face.unit)))
  if (unit === undefined) throw new Error(`there is no unit ${face.unit}`)
  const phone = await addDevice(database, organization.id, { type: deviceType.mobile })
  return addMeter(database, organization.id, {
    name: face.name,
    deviceId: phone.id,
    meterUnitId: unit.id,
    meterCategoryId: face.category,
    startValue: face.range?.start ?? null,
    endValue: face.range?.end ?? null,
    emergencyStartValue: face.abnormal?.start ?? null,
    emergencyEndValue: face.abnormal?.end ?? null,
    digitNumber: face.digits,
    decimalPoint: face.decimals,
    settings,
    area,
    pins: axis === null || radius === null ? null : { axis, radius },
    ...given,
  })
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
