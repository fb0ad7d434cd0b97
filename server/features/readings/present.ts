import type { Reading, Series } from '../../../contract/readings.ts'
import { readingStateOf } from '../../../contract/values/readingState.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { type CountedRow, withConsumption } from './consumption.ts'
import type { ReadingRow } from './repository.ts'
import type { SeriesRow } from './series.ts'

export function presentReading(row: CountedRow, present: Presenter): Reading {
  const { consumption } = row
  return {
    id: row.id,
    meter_id: row.meter_id,
    meter: {
      id: row.meter_id,
      name: row.meter_name,
      meter_unit_id: row.meter_unit_id,
      meter_category_id: row.meter_category_id,
      meter_group_id: row.meter_group_id,
      inspection_id: row.inspection_id,
      decimal_point: row.decimal_point,
    },
    value: row.value,
    value_source: row.value_source,
    state: readingStateOf({ ...row, image: row.picture_sha256 }),
    is_abnormal: row.is_abnormal,
    confirmed_doubts: row.confirmed_doubts,
    consumption: consumption && {
      amount: consumption.amount,
      note: consumption.note,
      since: present.instant(consumption.since),
    },
    source: row.source,
    read_state: row.read_state,
    read_value: row.read_value,
    device_value: row.device_value,
    ocr: row.ocr,
    degree: row.degree,
    confidence: row.confidence,
    reasons: row.time_mark === null ? row.reasons : [`${row.time_mark} time`, ...row.reasons],
    ...(row.loop_current !== null && { loop_current: row.loop_current }),
    position: row.position,
    registration: row.registration,
    advice: row.advice,
    image: present.picture(row.picture_sha256, 'original'),
    thumbnail: present.picture(row.picture_sha256, 'thumbnail'),
    result_image: present.picture(row.result_sha256, 'original'),
    result_thumbnail: present.picture(row.result_sha256, 'thumbnail'),
    ai_boost_enabled: row.ai_boost_enabled,
    ...(row.boosted && { boosted: true }),
    wakeup_reason: row.wakeup_reason,
    created_by: row.created_by,
    created_at: present.instant(row.created_at),
    received_at: present.instant(row.received_at),
    updated_at: present.instant(row.updated_at),
  }
}

export const presentSeries = (
  { meterId, count, unconfirmedTimes, points, latest }: SeriesRow,
  present: Presenter,
): Series => ({
  meter_id: meterId,
  count,
  unconfirmed_times: unconfirmedTimes,
  points: points.map(({ id, createdAt, value, isAbnormal, readState }) => ({
    id,
    created_at: present.instant(createdAt),
    value,
    is_abnormal: isAbnormal,
    read_state: readState,
  })),
  latest: latest && presentReading(latest, present),
})

export async function presentRows(
  tx: Tx,
  organizationId: number,
  rows: readonly ReadingRow[],
  present: Presenter,
): Promise<Reading[]> {
  return (await withConsumption(tx, organizationId, rows)).map((row) => presentReading(row, present))
}

export async function presentFound(
  row: ReadingRow | undefined,
  deps: Deps,
  session: Session,
  tx: Tx,
): Promise<Reading> {
  if (row === undefined) throw new Failure('not_found')
  const [reading] = await presentRows(tx, session.organizationId, [row], presenterFor(deps, session))
  if (reading === undefined) throw new Error('a reading vanished while its consumption was computed')
  return reading
}
