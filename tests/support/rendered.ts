import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { deviceType } from '../../contract/devices.ts'
import {
  type Conditions,
  conditions,
  faces,
  type Photograph,
  photograph,
  settingsOf,
} from '../../scripts/faces/index.ts'
import { type meters, units } from '../../server/db/schema.ts'
import { addDevice, addMeter } from './builders.ts'
import type { Site } from './site.ts'

/** A pressure gauge on a pump, 0 to 1 MPa, abnormal from 0.8. */
const faceKey = 'pump-discharge'
/** How far a careful reading of that gauge may be off: two of its hundred divisions. */
export const tolerance = 0.02

function gauge() {
  const face = faces.find(({ key }) => key === faceKey)
  if (face === undefined) throw new Error(`there is no face ${faceKey}`)
  return face
}

/** The gauge at `value` as a steady hand photographs it; the same arguments give the same bytes. */
export const gaugePicture = (value: number, how: Conditions = conditions(7, 0.15)): Promise<Photograph> =>
  photograph(gauge(), value, how)

/** The gauge as a meter that inspectors photograph with a phone. */
export async function addGauge(
  { database, organization }: Pick<Site, 'database' | 'organization'>,
  given: Partial<typeof meters.$inferInsert> = {},
): Promise<typeof meters.$inferSelect> {
  const face = gauge()
  const { settings, axis, radius } = settingsOf(face)
  const [unit] = await database.asSystem((tx) => tx.select().from(units).where(eq(units.name, face.unit)))
  if (unit === undefined || axis === null || radius === null) throw new Error('the gauge cannot be described')
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
    decimalPoint: face.decimals,
    settings,
    pins: { axis, radius },
    ...given,
  })
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
