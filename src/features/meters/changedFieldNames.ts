import type { Meter } from '../../../contract/meters.ts'
import { meterFieldNames } from '../../shared/meters/meterFieldNames.ts'

/** Returns the names of the fields that people edit and that differ between two versions of a meter. */
export function changedFieldNames(before: Meter, after: Meter): string[] {
  const [old, current] = [comparable(before), comparable(after)]
  return Object.entries(meterFieldNames).flatMap(([field, name]) =>
    JSON.stringify(old[field]) === JSON.stringify(current[field]) ? [] : name,
  )
}

/** The signature in the address of a picture changes with time. */
const comparable = (meter: Meter): Record<string, unknown> => ({
  ...meter,
  picture_sha256: meter.image?.split('?')[0],
})
