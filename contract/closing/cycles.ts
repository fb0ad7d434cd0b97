import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { isUnique } from '../calls/isUnique.ts'
import { id, idParam, organizationId, requiredText } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { closingChecks } from './checks.ts'

/** Meters of one cycle, at most. */
export const maxCycleMeters = 5000

/** The longest tolerances: a reading can then belong to one closing of a month only. */
export const toleranceLimits = { deviceHours: 240, roundDays: 10 } as const

const closingDay = withDescription(
  z.int().check(z.gte(1), z.lte(31)),
  'a month without this day closes on its last one, so that 31 is the end of the month',
)
const closingHour = withDescription(
  z.int().check(z.gte(0), z.lte(24)),
  'local time on the closing day; 24: its end',
)
const deviceTolerance = withDescription(
  z.int().check(z.gte(1), z.lte(toleranceLimits.deviceHours)),
  'how far readings of devices may be from the closing time, either way',
)
const roundTolerance = withDescription(
  z.int().check(z.gte(1), z.lte(toleranceLimits.roundDays)),
  'how far readings of people may be from the closing time, either way',
)

const checks = withDescription(
  z.array(z.enum(closingChecks)).check(z.refine(isUnique, '確認が重複しています')),
  'what is checked before a month is closed; comparisons use the limits of the meter’s category',
)

/** 検針サイクル: when which meters are closed each month. */
const cycleSchema = z
  .object({
    id,
    name: z.string(),
    closing_day: closingDay,
    closing_hour: closingHour,
    device_tolerance_hours: deviceTolerance,
    round_tolerance_days: roundTolerance,
    checks,
    meter_ids: z.array(id),
  })
  .register(z.globalRegistry, { id: 'ClosingCycle' })
export type Cycle = z.infer<typeof cycleSchema>

const cycleFields = z.strictObject({
  name: requiredText,
  closing_day: closingDay,
  closing_hour: closingHour,
  device_tolerance_hours: deviceTolerance,
  round_tolerance_days: roundTolerance,
  checks: withDescription(
    z.optional(checks),
    'absent: as they are; of a new cycle the first four of the list',
  ),
  meter_ids: withDescription(
    z.array(id).check(z.maxLength(maxCycleMeters), z.refine(isUnique, 'メーターが重複しています')),
    'meters that count up, each in one cycle only',
  ),
  organization_id: organizationId,
})
export type CycleFields = z.infer<typeof cycleFields>

const params = z.object({ id: idParam })

export const cycleEndpoints = {
  closingCycles: endpoint({
    method: 'GET',
    path: '/api/v1/closing-cycles',
    access: 'user',
    summary: 'Closing cycles of the organization, by name',
    data: z.array(cycleSchema),
  }),
  closingCycle: endpoint({
    method: 'GET',
    path: '/api/v1/closing-cycles/{id}',
    access: 'user',
    summary: 'A closing cycle',
    params,
    data: cycleSchema,
    errors: ['not_found'],
    subject: 'closing-cycle',
  }),
  createClosingCycle: endpoint({
    method: 'POST',
    path: '/api/v1/closing-cycles',
    access: 'admin',
    summary: 'Add a closing cycle',
    body: cycleFields,
    data: cycleSchema,
  }),
  updateClosingCycle: endpoint({
    method: 'PUT',
    path: '/api/v1/closing-cycles/{id}',
    access: 'admin',
    summary: 'Change a closing cycle; closed months stay as they are',
    params,
    body: cycleFields,
    data: cycleSchema,
    errors: ['not_found'],
    subject: 'closing-cycle',
  }),
  deleteClosingCycle: endpoint({
    method: 'DELETE',
    path: '/api/v1/closing-cycles/{id}',
    access: 'admin',
    summary: 'Delete a closing cycle',
    params,
    data: z.object({ id }),
    errors: ['not_found'],
    subject: 'closing-cycle',
  }),
}
