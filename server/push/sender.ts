import { lookup } from 'node:dns'
import { Agent, type RequestOptions, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import webPush from 'web-push'
import type { PushMessage } from '../../contract/push.ts'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import type { PushKeys } from '../secrets.ts'
import { isPublicAddress } from './public-address.ts'
import { isSubscriptionKey } from './subscription-key.ts'

/** A push subscription and its keys (RFC 8291). */
interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushSender {
  /** VAPID key, base64url. */
  publicKey: string
  /** `gone`: the browser is unsubscribed, or its key is not valid. A rejection may be retried. */
  send(subscription: Subscription, message: PushMessage): Promise<'sent' | 'gone'>
}

/** Seconds that a push service keeps a notification for a device that is off. */
const ttl = 86_400

export interface SenderOptions {
  agent?: Agent
  /** Milliseconds. */
  timeout?: number
}

/** A name may resolve elsewhere each time: checked when connecting. */
const lookupPublic: LookupFunction = (host, options, done) => {
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
  { agent = new Agent({ lookup: lookupPublic }), timeout = 10_000 }: SenderOptions = {},
): PushSender {
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, p256dh, auth }, message) {
      // Stored by earlier versions, which did not check it; no attempt can succeed.
      if (!isSubscriptionKey(p256dh)) return 'gone'
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails: { subject, ...keys }, TTL: ttl, urgency: 'high' },
      )
      // Parsed as when it was accepted.
      const address = new URL(endpoint)
      const signal = AbortSignal.timeout(timeout)
      const status = await post(address, { headers, agent, signal }, body)
      if (status === 404 || status === 410) return 'gone'
      if (status < 200 || status > 299) throw new Error(`${address.host} answered ${status}`)
      return 'sent'
    },
  }
}

/** Returns the status; the answer’s body is not read. */
async function post(address: URL, options: RequestOptions, body: Uint8Array | null): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const call = request(address, { ...options, method: 'POST' })
  call.once('response', (response) => {
    resolve(response.statusCode ?? 0)
    response.destroy()
  })
  call.on('error', reject)
  call.end(body)
  return promise
}

/** Whom push services write to. Warns of an address that nobody on the internet can reach. */
export function pushSubject(
  { VAPID_SUBJECT, PUBLIC_URL, MAIL_FROM }: Pick<Env, 'VAPID_SUBJECT' | 'PUBLIC_URL' | 'MAIL_FROM'>,
  log: Pick<Log, 'warn'>,
): string {
  const subject =
    VAPID_SUBJECT ??
    (PUBLIC_URL?.startsWith('https:') === true
      ? PUBLIC_URL
      : `mailto:${/<([^<>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`)
  const host = subject.startsWith('mailto:') ? subject.replace(/^.*@/, '') : new URL(subject).hostname
  if (!host.includes('.')) {
    log.warn(`Apple delivers no notifications with the contact ${subject}: set VAPID_SUBJECT or MAIL_FROM`)
  }
  return subject
}
