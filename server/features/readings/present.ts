import type { Reading, Series } from '../../../contract/readings.ts'
import type { Presenter } from '../../presenter.ts'
import type { ReadingRow } from './repository.ts'
import type { SeriesRow } from './series.ts'

export function presentReading({ reading, meter, createdBy }: ReadingRow, present: Presenter): Reading {
  return {
    id: reading.id,
    meter_id: reading.meterId,
    meter: {
      id: meter.id,
      name: meter.name,
      meter_unit_id: meter.unitId,
      meter_category_id: meter.categoryId,
      meter_group_id: meter.groupId,
      inspection_id: meter.inspectionId,
      decimal_point: meter.decimalPoint,
    },
    value: reading.value,
    value_source: reading.valueSource,
    is_abnormal: reading.isAbnormal,
    source: reading.source,
    read_state: reading.readState,
    read_value: reading.readValue,
    ocr: reading.ocr,
    degree: reading.degree,
    confidence: reading.confidence,
    reasons: reading.reasons,
    position: reading.position,
    registration: reading.registration,
    advice: reading.advice,
    image: present.picture(reading.pictureSha256, 'original'),
    thumbnail: present.picture(reading.pictureSha256, 'thumbnail'),
    result_image: present.picture(reading.resultSha256, 'original'),
    result_thumbnail: present.picture(reading.resultSha256, 'thumbnail'),
    ai_boost_enabled: reading.aiBoostEnabled,
    wakeup_reason: reading.wakeupReason,
    created_by: createdBy,
    created_at: present.instant(reading.createdAt),
    received_at: present.instant(reading.receivedAt),
    updated_at: present.instant(reading.updatedAt),
  }
}

export const presentSeries = ({ meterId, count, points, latest }: SeriesRow, present: Presenter): Series => ({
  meter_id: meterId,
  count,
  points: points.map(({ id, createdAt, value, isAbnormal }) => ({
    id,
    created_at: present.instant(createdAt),
    value,
    is_abnormal: isAbnormal,
  })),
  latest: latest && presentReading(latest, present),
})
