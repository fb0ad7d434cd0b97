import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { id, instant } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { deviceEndpoints } from '../devices.ts'
import { meterEndpoints } from '../meters.ts'
import { listSelection } from '../readings.ts'
import { userEndpoints } from '../users.ts'
import { bulkRefusals, importSchema } from './imports.ts'

/** Records of one bulk change, at most. */
export const bulkLimit = 10_000

/** Changed records that a preview shows. */
export const bulkRowsShown = 20

/** Minutes by which readings are shifted, at most: ten years. */
export const maxShift = 10 * 366 * 1440

const ids = z.array(id).check(z.minLength(1), z.maxLength(bulkLimit))
const count = z.int().check(z.nonnegative())

const meterChange = z
  .pick(meterEndpoints.updateMeter.body, {
    meter_unit_id: true,
    meter_category_id: true,
    meter_group_id: true,
    inspection_id: true,
    device_id: true,
    cost_bearer_id: true,
    start_value: true,
    end_value: true,
    emergency_start_value: true,
    emergency_end_value: true,
  })
  .check(z.refine((change) => Object.keys(change).length > 0, '変更する項目を指定してください'))
export type MeterBulkChange = z.infer<typeof meterChange>

/** What cameras and analog units are told of measuring. */
const deviceChange = z
  .pick(deviceEndpoints.updateDevice.body, {
    interval_crons: true,
    resolution_type: true,
    heartbeat_time: true,
    is_next_af: true,
    is_buzzer: true,
    is_flash: true,
    allow_time_drift: true,
  })
  .check(z.refine((change) => Object.keys(change).length > 0, '変更する項目を指定してください'))
export type DeviceBulkChange = z.infer<typeof deviceChange>

const userChange = userEndpoints.updateMember.body.check(
  z.refine((change) => Object.keys(change).length > 0, '変更する項目を指定してください'),
)
export type UserBulkChange = z.infer<typeof userChange>

const readingChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('confirm') }),
  z.strictObject({ action: z.literal('delete') }),
  z.strictObject({
    action: z.literal('shift'),
    minutes: z
      .int()
      .check(z.gte(-maxShift), z.lte(maxShift))
      .check(z.refine((minutes) => minutes !== 0, '移動する時間を指定してください')),
  }),
  z.strictObject({
    action: z.literal('move'),
    meter_id: withDescription(id, 'the meter that they are of; it has the same unit and category'),
  }),
])
export type ReadingBulkChange = z.infer<typeof readingChange>

const shown = withDescription(z.nullable(z.string()), 'as lists show it, a time as an instant; null: empty')

const bulkPreviewSchema = z
  .object({
    batch: importSchema,
    counts: z.object({ changed: count, unchanged: count, refused: count }),
    refusals: bulkRefusals,
    rows: withDescription(
      z.array(
        z.object({
          id,
          name: z.string(),
          at: withDescription(z.nullable(instant), 'when a reading was measured'),
          changes: z.array(z.object({ field: z.string(), before: shown, after: shown })),
        }),
      ),
      `the first ${bulkRowsShown} records that change`,
    ),
    range_effect: withDescription(
      z.nullable(meterEndpoints.rangeEffect.data),
      'how another abnormal range would judge the readings of the changed meters; null: it stays',
    ),
  })
  .register(z.globalRegistry, { id: 'BulkPreview' })
export type BulkPreview = z.infer<typeof bulkPreviewSchema>

const dryRun =
  'Nothing is changed yet: it answers what would change and keeps it as a batch, which `POST /imports/{id}/apply` applies and `/undo` undoes'

export const bulkEndpoints = {
  bulkMeters: endpoint({
    method: 'POST',
    path: '/api/v1/meters/bulk',
    access: 'user',
    summary: `Change the same fields of many meters, at most ${bulkLimit}. ${dryRun}`,
    body: z.strictObject({ ids, change: meterChange }),
    data: bulkPreviewSchema,
    errors: ['reference_unknown'],
  }),
  bulkDevices: endpoint({
    method: 'POST',
    path: '/api/v1/devices/bulk',
    access: 'admin',
    summary: `Change the same settings of many devices, at most ${bulkLimit}. ${dryRun}`,
    body: z.strictObject({ ids, change: deviceChange }),
    data: bulkPreviewSchema,
  }),
  bulkUsers: endpoint({
    method: 'POST',
    path: '/api/v1/users/bulk',
    access: 'admin',
    sessionOnly: true,
    summary: `Change role, notices or addresses of many members, at most ${bulkLimit}, except of oneself. ${dryRun}`,
    body: z.strictObject({ ids, change: userChange }),
    data: bulkPreviewSchema,
  }),
  bulkReadings: endpoint({
    method: 'POST',
    path: '/api/v1/meters-values/bulk',
    access: 'user',
    summary: `Confirm, delete, shift or move many readings to another meter, at most ${bulkLimit}. ${dryRun}`,
    query: z.object(listSelection),
    body: z.strictObject({
      ids: withDescription(z.nullable(ids), 'null: the readings that the query selects'),
      change: readingChange,
    }),
    data: bulkPreviewSchema,
    errors: ['reference_unknown'],
  }),
}
