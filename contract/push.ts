import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

/** What the server sends to a browser, encrypted; the service worker shows it. */
export const pushMessageSchema = z.object({
  title: z.string(),
  body: z.string(),
  tag: withDescription(z.string(), 'a later message of the same tag takes the place of an earlier one'),
  url: withDescription(z.string(), 'path in the console, with its query, that a tap opens'),
})
export type PushMessage = z.infer<typeof pushMessageSchema>

/** What the service worker tells the page after a tap on a notification: the path to open. */
export const openPathSchema = z.object({ type: z.literal('lead'), path: z.string() })
export type OpenPath = z.infer<typeof openPathSchema>

export const pushEndpoints = {
  pushKey: endpoint({
    method: 'GET',
    path: '/api/v1/push-key',
    access: 'user',
    summary: 'The server’s public key for Web Push (VAPID)',
    data: z.object({ public_key: z.string() }),
  }),
  createPushSubscription: endpoint({
    method: 'POST',
    path: '/api/v1/push-subscription',
    access: 'user',
    sessionOnly: true,
    summary:
      'This browser wants alerts of this user as notifications until the session ends; a repeat is harmless',
    body: z.strictObject({
      endpoint: z.url({ protocol: /^https$/ }).check(z.maxLength(2000)),
      keys: z.strictObject({
        p256dh: z.string().check(z.regex(/^[\w-]{87,88}=?$/)),
        auth: z.string().check(z.regex(/^[\w-]{22,24}={0,2}$/)),
      }),
    }),
    data: z.object({ id }),
    errors: ['push_endpoint_taken'],
  }),
  deletePushSubscription: endpoint({
    method: 'DELETE',
    path: '/api/v1/push-subscription/{id}',
    access: 'user',
    summary: 'This browser wants no more notifications',
    params: z.object({ id: idParam }),
    data: z.object({}),
    errors: ['not_found'],
  }),
  testPush: endpoint({
    method: 'POST',
    path: '/api/v1/push-test',
    access: 'user',
    summary:
      'Sends a test notification to every browser of this user, and returns the number sent; 5 calls a minute',
    data: z.object({ sent: z.int().check(z.nonnegative()) }),
  }),
}
