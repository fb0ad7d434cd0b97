import { lookup } from 'node:dns'
import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'
import webPush, { WebPushError } from 'web-push'
import type { PushMessage } from '../../contract/push.ts'
import type { Env } from '../env.ts'
import type { PushKeys } from '../secrets.ts'
import { isPublicAddress } from './addresses.ts'

/** Where a browser takes notifications, and the keys to encrypt them for it (RFC 8291). */
export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushSender {
  /** By which browsers know us: base64url. */
  publicKey: string
  /** `gone`: the browser wants no more. A rejection may be tried again. */
  send(subscription: Subscription, message: PushMessage): Promise<'sent' | 'gone'>
}

/** Seconds that a push service keeps a notification for a device that is off. */
const keep = 86_400
/** Milliseconds. */
const patience = 10_000

/** A name may lead anywhere, and elsewhere the next time: what it resolves to is looked at as the call is made. */
const publicOnly: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, [])
    const allowed = found.filter(({ address }) => isPublicAddress(address))
    const [first] = allowed
    if (first === undefined) return done(new Error(`${host} is no address of the internet`), [])
    if (options.all === true) return done(null, allowed)
    done(null, first.address, first.family)
  })
}

export function createPushSender(
  keys: PushKeys,
  subject: string,
  agent = new Agent({ lookup: publicOnly }),
): PushSender {
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, p256dh, auth }, message) {
      try {
        await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
          vapidDetails: { subject, ...keys },
          TTL: keep,
          urgency: 'high',
          timeout: patience,
          agent,
        })
        return 'sent'
      } catch (error) {
        if (error instanceof WebPushError && (error.statusCode === 404 || error.statusCode === 410)) {
          return 'gone'
        }
        throw error
      }
    },
  }
}

/** Whom a push service may write to. */
export function pushSubject({
  VAPID_SUBJECT,
  PUBLIC_URL,
  MAIL_FROM,
}: Pick<Env, 'VAPID_SUBJECT' | 'PUBLIC_URL' | 'MAIL_FROM'>): string {
  if (VAPID_SUBJECT !== undefined) return VAPID_SUBJECT
  if (PUBLIC_URL?.startsWith('https:') === true) return PUBLIC_URL
  return `mailto:${/<([^<>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`
}
