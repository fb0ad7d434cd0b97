import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'

/** Of the group 6, for two more hours, as in API responses. */
export const aMaintenance = (over: Partial<Maintenance> = {}): Maintenance => ({
  group_id: 6,
  group_name: 'ポンプ室',
  reason: '配管の交換',
  started_at: new Date(Date.now() - 60_000).toISOString(),
  started_by: '佐藤 健一',
  ends_at: new Date(Date.now() + 2 * 3_600_000).toISOString(),
  ...over,
})
