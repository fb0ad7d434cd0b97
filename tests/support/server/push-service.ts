import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import { type PushMessage, pushMessageSchema } from '../../../contract/push.ts'

interface Pushed {
  path: string
  headers: IncomingHttpHeaders
  message: PushMessage
}

/** A subscribed browser: its keys and received messages. */
export interface PushedBrowser {
  endpoint: string
  keys: { p256dh: string; auth: string }
  received: Pushed[]
  /** Status of further requests; `hangs`: none. */
  answer: (status: number | 'hangs') => void
}

interface BrowserTraits {
  /** The subscription's VAPID key: only its messages are accepted. */
  applicationServerKey?: string
  /** Handles the text of a message. */
  deliver?: (text: string) => Promise<unknown>
}

export interface PushService {
  /** Connects to this service whatever the host. */
  agent: Agent
  browser: (traits?: BrowserTraits) => PushedBrowser
  close: () => Promise<void>
}

const file = (name: string) => readFileSync(new URL(`../../fixtures/push/${name}.pem`, import.meta.url))

type Take = (body: Buffer, headers: IncomingHttpHeaders) => Promise<number | 'hangs'>

/**
 * A push service as push.example.com on real sockets (RFC 8030). Accepts only signed requests (RFC 8292) and
 * decrypts messages with the browser's keys.
 */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Take>()
  const server = createServer({ key: file('key'), cert: file('certificate') }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const take = browsers.get(request.url ?? '')
    const status = (await take?.(Buffer.concat(chunks), request.headers)) ?? 404
    if (status !== 'hangs') response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `https://push.example.com:${port}`
  const agent = new Agent({
    ca: file('certificate'),
    lookup: (_host, options, done) =>
      options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  })
  return {
    agent,
    browser({ applicationServerKey, deliver }: BrowserTraits = {}) {
      const path = `/${randomBytes(12).toString('base64url')}`
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const received: Pushed[] = []
      let answer: number | 'hangs' = 201
      browsers.set(path, async (body, headers) => {
        if (answer !== 201) return answer
        const refusal = await refusalOf(headers, origin, applicationServerKey)
        if (refusal !== null) return refusal
        const text = decrypt(body, pair, auth)
        received.push({ path, headers, message: pushMessageSchema.parse(JSON.parse(text)) })
        await deliver?.(text)
        return 201
      })
      return {
        endpoint: `${origin}${path}`,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
        received,
        answer: (next) => {
          answer = next
        },
      }
    },
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The error response to an unauthorized sender. */
async function refusalOf(
  { authorization, ttl, 'content-encoding': encoding }: IncomingHttpHeaders,
  audience: string,
  expected: string | undefined,
): Promise<number | null> {
  if (!/^\d+$/.test(String(ttl)) || encoding !== 'aes128gcm') return 400
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  try {
    const signer = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    const { payload } = await jwtVerify(token, signer, { audience, requiredClaims: ['exp', 'sub'] })
    const lasts = Number(payload.exp) - Date.now() / 1000
    if (lasts > 86_400 || !/^(?:mailto:|https:)/.test(String(payload.sub))) return 401
  } catch {
    return 401
  }
  return expected === undefined || expected === key ? null : 403
}

/** RFC 8291 over RFC 8188, one record. */
function decrypt(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const derive = (secret: Uint8Array, by: Uint8Array, what: Uint8Array | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, what, bytes))
  const shared = derive(pair.computeSecret(sender), auth, info, 32)
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
