import { type Category, categoryType } from '../../../../contract/categories.ts'
import type { MeterCreate } from '../../../../contract/meters.ts'
import type { Unit } from '../../../../contract/units.ts'
import abnormal from './trial/abnormal.jpg'
import normal from './trial/normal.jpg'
import reference from './trial/reference.jpg'
import settings from './trial/settings.json' with { type: 'json' }
import { trialCode } from './trialCode.ts'

export const trialPictures = { reference, normal, abnormal }

/** The meter of the pictures, or null while no unit or no category of round gauges is registered. */
export function trialMeterOf(
  units: readonly Unit[],
  categories: readonly Category[],
): Omit<MeterCreate, 'image_base64'> | null {
  const unit = units.find(({ name }) => name === 'MPa') ?? units[0]
  const category = categories.find(({ type, status }) => type === categoryType.circle && status === 0)
  if (unit === undefined || category === undefined) return null
  return {
    name: 'お試しの圧力計',
    code: trialCode,
    meter_unit_id: unit.id,
    meter_category_id: category.id,
    emergency_start_value: 0.8,
    emergency_end_value: 1,
    ...settings,
  }
}
