import { type Meter, meterEndpoints } from '../../../contract/meters.ts'
import type { Rate } from '../../../contract/values/consumptionSchemas.ts'
import { isUnsure } from '../../../contract/values/prior.ts'
import type { Presenter } from '../../presenter.ts'
import { evidenceIn, hasKnownTime, isCumulativeMeter } from '../readings/index.ts'
import { presentReplacement } from '../replacements/index.ts'
import type { MeterRow } from './repository.ts'

export function presentMeter(row: MeterRow, present: Presenter): Meter {
  const { meter, categoryType, unit, device, rejudging, recent, replacement } = row
  const isCumulative = isCumulativeMeter({ ...meter, categoryType, unit })
  const [last] = recent
  const began = replacement && { value: replacement.new_start_value, at: replacement.at.getTime() }
  return {
    id: meter.id,
    name: meter.name,
    code: meter.code,
    place_note: meter.placeNote,
    organization_id: meter.organizationId,
    device_id: meter.deviceId,
    device,
    image: present.picture(meter.pictureSha256, 'original'),
    thumbnail: present.picture(meter.pictureSha256, 'thumbnail'),
    reference: present.picture(meter.pictureSha256, 'reference'),
    meter_unit_id: meter.meterUnitId,
    meter_category_id: meter.meterCategoryId,
    meter_group_id: meter.meterGroupId,
    inspection_id: meter.inspectionId,
    cost_bearer_id: meter.costBearerId,
    customer_number: meter.customerNumber,
    parent_meter_id: meter.parentMeterId,
    verification_expires_on: meter.verificationExpiresOn,
    start_value: meter.startValue,
    end_value: meter.endValue,
    emergency_start_value: meter.emergencyStartValue,
    emergency_end_value: meter.emergencyEndValue,
    use_ai_boost: meter.useAiBoost,
    digit_number: meter.digitNumber,
    decimal_point: meter.decimalPoint,
    read_line_index: meter.readLineIndex,
    settings: meter.settings,
    area: meter.area,
    pins: meter.pins,
    analog_settings: meter.analogSettings,
    value_mode: meter.valueMode,
    cumulative_mode: meter.cumulativeMode,
    is_cumulative: isCumulative,
    rounding: meter.rounding,
    allocation_method: row.allocationMethod,
    multiplier: meter.multiplier,
    rate: rateOf(row, isCumulative),
    replacement: replacement && presentReplacement(replacement, present),
    status: 1,
    qr_image: meterEndpoints.meterQr.path.replace('{id}', String(meter.id)),
    last_reading:
      last === undefined
        ? null
        : {
            id: last.id,
            value: last.value,
            created_at: present.instant(last.at),
            is_abnormal: last.is_abnormal,
            is_unsure: isUnsure(last) || !hasKnownTime(last.time_mark),
            read_state: last.read_state,
            ...(last.reasons.length > 0 && { reasons: last.reasons }),
            thumbnail: present.picture(last.picture, 'thumbnail'),
          },
    evidence: evidenceIn(recent, began).map(({ value, at }) => ({
      value,
      created_at: present.instant(at),
    })),
    rejudging: rejudging && { total: rejudging.total, done: Math.min(rejudging.done, rejudging.total) },
    created_at: present.instant(meter.createdAt),
    updated_at: present.instant(meter.updatedAt),
  }
}

/** A rate that was learned before the meter stopped being cumulative is left out. */
function rateOf({ rate }: MeterRow, isCumulative: boolean): Rate | null {
  if (!isCumulative) return null
  const { usual, greatest, days } = rate ?? {}
  return usual == null || greatest == null || days == null ? null : { usual, greatest, days }
}
