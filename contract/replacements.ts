import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam, instant, multilineText, newValue, value } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { closedMonthsHeader, closedMonthsHeaders } from './closing/closedMonths.ts'
import { recordReceipt, storedHeaders } from './receipts.ts'

/** A meter was replaced by another at the same place: from `replaced_at` on readings are of the new one. */
export const replacementSchema = z
  .object({
    id,
    meter_id: id,
    replaced_at: instant,
    old_end_value: withDescription(
      z.nullable(value),
      'what the old one showed at last; null: nobody read it',
    ),
    new_start_value: withDescription(value, 'what the new one showed at first'),
    note: z.string(),
    user: withDescription(z.nullable(z.object({ id, username: z.string() })), 'null: no member any more'),
    created_at: instant,
  })
  .register(z.globalRegistry, { id: 'MeterReplacement' })
export type Replacement = z.infer<typeof replacementSchema>

/** In the list of a meter’s replacements. */
const listedReplacement = z
  .extend(replacementSchema, {
    is_duplicate: withDescription(z.boolean(), 'a second record of the one before it: it counts once'),
  })
  .register(z.globalRegistry, { id: 'ListedMeterReplacement' })
export type ListedReplacement = z.infer<typeof listedReplacement>

const replacementCreate = z.strictObject({
  meter_id: id,
  old_end_value: z.nullable(newValue),
  new_start_value: newValue,
  note: multilineText,
  replaced_at: withDescription(instant, 'by the sender’s clock'),
  sent_at: withDescription(instant, 'the sender’s clock when sending, to know its error'),
  is_time_chosen: withDescription(
    z.optional(z.boolean()),
    'a person chose the time: it stands, whatever the sender’s clock shows',
  ),
})
export type ReplacementCreate = z.infer<typeof replacementCreate>

export const replacementEndpoints = {
  replacements: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}/replacements',
    access: 'user',
    summary: 'When a meter was replaced, latest first',
    params: z.object({ id: idParam }),
    data: z.array(listedReplacement),
    errors: ['not_found'],
    subject: 'meter',
  }),
  createReplacement: endpoint({
    method: 'POST',
    path: '/api/v1/meter-replacements',
    access: 'user',
    summary: 'A meter that was replaced by another; repeats are harmless',
    headers: z.extend(storedHeaders, closedMonthsHeader),
    body: replacementCreate,
    data: recordReceipt,
    errors: ['reference_unknown', 'key_reused', 'closed_months_change'],
  }),
  deleteReplacement: endpoint({
    method: 'DELETE',
    path: '/api/v1/meter-replacements/{id}',
    access: 'admin',
    summary: 'Delete a replacement that was recorded by mistake',
    params: z.object({ id: idParam }),
    headers: closedMonthsHeaders,
    data: z.object({ id }),
    errors: ['not_found', 'closed_months_change'],
    subject: 'replacement',
  }),
}
