import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type PushMessage, pushMessageSchema } from '../../contract/push.ts'

export interface Pushed {
  path: string
  headers: Record<string, unknown>
  message: PushMessage
}

/** A browser with a subscription: its keys, and what reached it. */
export interface PushedBrowser {
  endpoint: string
  keys: { p256dh: string; auth: string }
  received: Pushed[]
  /** What its push service answers from now on. */
  answer: (status: number) => void
}

export interface PushService {
  /** Reaches this service whatever host is asked for, as only a test may. */
  agent: Agent
  browser: () => PushedBrowser
  close: () => Promise<void>
}

const file = (name: string) => readFileSync(new URL(`../fixtures/push/${name}.pem`, import.meta.url))

/** A push service as push.example.com with a real connection, which opens what it gets with the browser’s keys. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, (body: Buffer, headers: Record<string, unknown>) => number>()
  const server = createServer({ key: file('key'), cert: file('certificate') }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const take = browsers.get(request.url ?? '')
    response.writeHead(take?.(Buffer.concat(chunks), request.headers) ?? 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({
    ca: file('certificate'),
    lookup: (_host, options, done) =>
      options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  })
  return {
    agent,
    browser() {
      const path = `/${randomBytes(12).toString('base64url')}`
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const received: Pushed[] = []
      let status = 201
      browsers.set(path, (body, headers) => {
        if (status === 201) {
          const message = pushMessageSchema.parse(JSON.parse(decrypt(body, pair, auth)))
          received.push({ path, headers, message })
        }
        return status
      })
      return {
        endpoint: `https://push.example.com:${port}${path}`,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
        received,
        answer: (next) => {
          status = next
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
