import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { withDescription } from './calls/withDescription.ts'

/** A signed or encrypted token of the server (JWS or JWE, compact). */
const token = z.string().check(z.minLength(1), z.maxLength(1000))

const key = withDescription(z.string(), 'AES-256-GCM, 32 bytes in base64')

const outboxSealSchema = z
  .object({
    is_member: z.boolean(),
    seal: withDescription(
      z.optional(
        z.object({
          key,
          sealed_key: withDescription(
            z.string(),
            'the key, encrypted by the server: only an administrator of the organization has it opened',
          ),
        }),
      ),
      'only if the owner is no longer a member',
    ),
  })
  .register(z.globalRegistry, { id: 'OutboxSeal' })
export type OutboxSeal = z.infer<typeof outboxSealSchema>

/** Photographs that a phone still has of a person who is no longer a member (decision 108). */
export const outboxSealEndpoints = {
  createOutboxSeal: endpoint({
    method: 'POST',
    path: '/api/v1/outbox-seals',
    access: 'public',
    summary:
      'Whether the owner of unsent rows on a phone is still a member; if not, a key that seals them for an administrator',
    body: z.strictObject({
      owner_proof: withDescription(token, 'from `GET /api/v1/user/me`, kept on the phone'),
    }),
    data: outboxSealSchema,
  }),
  openOutboxSeal: endpoint({
    method: 'POST',
    path: '/api/v1/outbox-seals/open',
    access: 'admin',
    sessionOnly: true,
    summary: 'Open the key of an exported file that was sealed for the administrators of the organization',
    body: z.strictObject({ sealed_key: token }),
    data: z.object({ key }),
  }),
}
