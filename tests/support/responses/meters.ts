import type { Category } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { ListedReplacement } from '../../../contract/replacements.ts'
import type { MeterTerms } from '../../../contract/usage/terms.ts'

/** Round gauges. */
export const aCategory = (over: Partial<Category> = {}): Category => ({
  id: 1,
  name: '円形アナログ',
  type: 0,
  icon: null,
  status: 0,
  description: '',
  change_percent: 50,
  change_least: 0,
  ...over,
})

/** The meter of `aReading`, as in API responses: a round gauge from 0 to 1 MPa, abnormal from 0.8 up. */
export const aMeter = (over: Partial<Meter> = {}): Meter => ({
  id: 3,
  name: 'No.3 冷却水圧力',
  code: null,
  place_note: '',
  organization_id: 1,
  device_id: 5,
  device: { id: 5, name: '屋上カメラ', type: 0, status: 1 },
  image: null,
  thumbnail: null,
  reference: null,
  meter_unit_id: 1,
  meter_category_id: 1,
  meter_group_id: null,
  inspection_id: null,
  cost_bearer_id: null,
  allocation_method: 'none',
  customer_number: '',
  parent_meter_id: null,
  verification_expires_on: null,
  start_value: 0,
  end_value: 1,
  emergency_start_value: 0.8,
  emergency_end_value: 1,
  use_ai_boost: false,
  digit_number: null,
  decimal_point: 2,
  read_line_index: null,
  settings: null,
  area: null,
  pins: null,
  analog_settings: null,
  value_mode: null,
  cumulative_mode: 'auto',
  is_cumulative: false,
  rounding: 'none',
  multiplier: 1,
  rate: null,
  replacement: null,
  status: 1,
  qr_image: '/api/v1/meters/3/qr',
  last_reading: null,
  evidence: [],
  rejudging: null,
  created_at: '2026-11-01T09:00:00+09:00',
  updated_at: '2026-11-01T09:00:00+09:00',
  ...over,
})

/** Of the meter, as in API responses: a new one that began at 0. */
export const aReplacement = (over: Partial<ListedReplacement> = {}): ListedReplacement => ({
  id: 11,
  meter_id: 3,
  replaced_at: '2026-11-15T09:00:00+09:00',
  old_end_value: 4120.5,
  new_start_value: 0,
  note: '検定満了',
  user: { id: 1, username: '佐藤' },
  created_at: '2026-11-15T09:05:00+09:00',
  is_duplicate: false,
  ...over,
})

/** Of the meter, as in API responses: from the beginning. */
export const someTerms = (over: Partial<MeterTerms> = {}): MeterTerms => ({
  id: 21,
  meter_id: 3,
  valid_from: null,
  multiplier: 60,
  digit_number: 5,
  decimal_point: 1,
  ...over,
})
