import * as z from 'zod/mini'
import { auditNouns, commonAuditNouns } from './auditNouns.ts'
import { endpoint } from './calls/endpoint.ts'
import { countParam, cursorParam, id, idParam, instant } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { spanParam } from './time/spans.ts'

/**
 * `create` of a reading: a person entered it, or its value; `correct`: a reading’s value or time; `confirm` and `undo`: an
 * alert; `reset`: an organization’s data; `test`: a test message to a notification group.
 */
export const auditActions = [
  'create',
  'update',
  'delete',
  'restore',
  'correct',
  'confirm',
  'undo',
  'reset',
  'test',
] as const
export type AuditAction = (typeof auditActions)[number]

const fields = z.record(z.string(), z.unknown())

const auditEntrySchema = z
  .object({
    id,
    at: instant,
    user: withDescription(
      z.nullable(z.object({ id, username: z.string() })),
      'null: of no organization of the caller',
    ),
    key: withDescription(z.nullable(z.string()), 'the API key that acted as this user'),
    noun: z.enum([...auditNouns, ...commonAuditNouns]),
    subject_id: id,
    subject_name: withDescription(
      z.string(),
      'as it was called then; of readings and alerts, the meter’s name',
    ),
    action: z.enum(auditActions),
    meter_id: withDescription(z.nullable(id), 'of a meter, a reading or an alert'),
    measured_at: withDescription(
      z.nullable(instant),
      'of a reading: when it was measured, as it is known now',
    ),
    restorable: withDescription(z.boolean(), 'the deletion of a reading that is still deleted'),
    before: withDescription(
      fields,
      'the changed fields; `value_format`: how their values were shown at that time, absent where this was not recorded',
    ),
    after: fields,
  })
  .register(z.globalRegistry, { id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntrySchema>

const page = { skip: z.optional(countParam), limit: z.optional(countParam), after: cursorParam }

export const auditEndpoints = {
  auditEntries: endpoint({
    method: 'GET',
    path: '/api/v1/audit-entries',
    access: 'admin',
    summary: 'Who did what in the organization, newest first',
    query: z.object({
      ...page,
      organization_id: withDescription(z.optional(idParam), 'for system administrators'),
      noun: z.optional(z.enum(auditNouns)),
      subject_id: z.optional(idParam),
      user_id: z.optional(idParam),
      created_span: z.optional(spanParam),
    }),
    foreignOrganization: true,
    data: z.array(auditEntrySchema),
  }),
  commonAuditEntries: endpoint({
    method: 'GET',
    path: '/api/v1/common-audit-entries',
    access: 'system',
    summary: 'Who did what to plans, categories and units, which belong to no organization, newest first',
    query: z.object({
      ...page,
      noun: z.optional(z.enum(commonAuditNouns)),
      subject_id: z.optional(idParam),
      user_id: z.optional(idParam),
      created_span: z.optional(spanParam),
    }),
    data: z.array(auditEntrySchema),
  }),
}
