/**
 * Photographs rendered demonstration meters in real time and posts them as an inspector's phone does.
 *
 * npm run simulate -- [--server http://127.0.0.1:3000] [--every 10] [--count 20]
 *
 * `--every`: seconds between pictures; `--count`: how many, else until Ctrl-C. Signs in as the
 * demonstration's general user from DATA_DIR/first-sign-in.json.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { role } from '../contract/access.ts'
import type { EndpointName } from '../contract/endpoints.ts'
import { endpoints } from '../contract/endpoints.ts'
import { meterSchema } from '../contract/meters.ts'
import { receiptSchema } from '../contract/receipts.ts'
import { conditions, faces, photograph, valueAt } from './faces/index.ts'

const { values: given } = parseArgs({
  options: {
    server: { type: 'string', default: `http://127.0.0.1:${process.env['PORT'] ?? 3000}` },
    every: { type: 'string', default: '10' },
    count: { type: 'string' },
  },
})
const settings = z
  .object({
    server: z.url(),
    every: z.coerce.number().min(0.1),
    count: z.coerce.number().int().positive().default(Number.POSITIVE_INFINITY),
  })
  .parse(given)

const account = z.object({ organization_code: z.string(), username: z.string(), password: z.string() })
const signInFile = z.object({ others: z.array(account.extend({ role: z.number() })) })

async function ask<S extends z.core.$ZodType>(
  name: EndpointName,
  data: S,
  init: RequestInit,
  query = '',
): Promise<z.output<S>> {
  const { method, path } = endpoints[name]
  const answer = await fetch(`${settings.server}${path}${query}`, { method, ...init })
  const json: unknown = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`)
  return z.parse(data, z.object({ data: z.unknown() }).parse(json).data)
}

let signedIn = { at: 0, authorization: '' }

/** A token expires after 15 minutes; the simulator runs for days. */
async function authorization(): Promise<string> {
  if (Date.now() - signedIn.at > 600_000) signedIn = { at: Date.now(), authorization: await signIn() }
  return signedIn.authorization
}

async function signIn(): Promise<string> {
  const file = join(process.env['DATA_DIR'] ?? 'data', 'first-sign-in.json')
  const { others } = signInFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  const inspector = others.find((one) => one.role === role.general)
  if (inspector === undefined) throw new Error(`${file} names no general user`)
  const { role: _, ...body } = inspector
  const tokens = await ask('login', z.object({ id_token: z.string() }), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return `Bearer ${tokens.id_token}`
}

const meters = await ask('meters', z.array(meterSchema), {
  headers: { authorization: await authorization() },
})
const known = meters.flatMap((meter) => {
  const face = faces.find((one) => one.name === meter.name)
  return face === undefined ? [] : [{ meter, face }]
})
if (known.length === 0) throw new Error('no meter of the demonstration is registered on this server')

for (let taken = 0; taken < settings.count; taken += 1) {
  const next = known[taken % known.length]
  if (next === undefined) break
  const at = new Date()
  const seed = Math.floor(at.getTime() / 1000)
  const { jpeg, truth } = await photograph(next.face, valueAt(next.face, at), conditions(seed, 0.3))
  const query = new URLSearchParams({
    meter_id: String(next.meter.id),
    captured_at: at.toISOString(),
    sent_at: new Date().toISOString(),
  })
  const receipt = await ask(
    'createCapture',
    receiptSchema,
    {
      headers: {
        authorization: await authorization(),
        'content-type': 'image/jpeg',
        'idempotency-key': randomUUID(),
        'picture-sha256': createHash('sha256').update(jpeg).digest('hex'),
        'picture-length': String(jpeg.length),
      },
      body: new Uint8Array(jpeg),
    },
    `?${query}`,
  )
  console.log(`${at.toISOString()}  ${next.meter.name}  shows ${truth.value}  → reading ${receipt.id}`)
  if (taken + 1 < settings.count) await pause(settings.every * 1000)
}
