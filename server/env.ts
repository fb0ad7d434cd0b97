import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max, `must be a whole number from ${min} to ${max}`))

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

const units = { b: 0, kb: 1, mb: 2, gb: 3, tb: 4 } as const

/** Bytes, as a number or with a decimal unit. */
const bytes = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,3})? ?([kmgt]?b)?$/i, 'must be a number of bytes, or one with a unit, such as 2GB')
  .transform((text) => {
    const unit = (/[a-z]+$/i.exec(text)?.[0] ?? 'b').toLowerCase() as keyof typeof units
    return Math.round(Number.parseFloat(text) * 1000 ** units[unit])
  })

const price = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a price of a million tokens, such as 0.15')
  .transform(Number)
  .optional()

const isRange = (text: string) => {
  const [ip = '', bits = '0', ...rest] = text.split('/')
  return (
    isIP(ip) > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128)
  )
}

const proxyNames = ['loopback', 'linklocal', 'uniquelocal']
const isProxy = (text: string) => proxyNames.includes(text) || isRange(text)

const schema = z.object({
  /** 0: any free port. */
  PORT: integer(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .transform((path) => resolve(path)),
  /** An external PostgreSQL instead of the embedded one. */
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  /** Where calls connect as `kenshin_app`, if the user of DATABASE_URL may not set that role’s password. */
  DATABASE_APP_URL: url('postgres:', 'postgresql:').optional(),
  /** The console’s URL, for links in mails and QR codes. */
  PUBLIC_URL: url('http:', 'https:')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Without it mails are written to DATA_DIR/outbox-mail. */
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().min(3).default('検針 <kenshin@localhost>'),
  /** Contact for push services; by default PUBLIC_URL where that is https, else MAIL_FROM. */
  VAPID_SUBJECT: z
    .string()
    .regex(
      /^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/,
      'must be mailto: and an address, or begin with https://',
    )
    .refine((given) => URL.canParse(given), 'must be mailto: and an address, or a URL of https')
    .optional(),
  /** Proxies whose X-Forwarded-For is trusted. */
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every(isProxy), {
      error: `must list the addresses or ranges of the proxies, or ${proxyNames.join(', ')}, joined by commas`,
    })
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Signs tokens and picture URLs; servers on one database must share it. */
  SECRET_KEY: z.string().min(32, 'must be at least 32 characters long').optional(),
  /** A bucket of S3-compatible storage for pictures, in place of DATA_DIR/pictures. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  /** Without it Amazon’s. */
  S3_ENDPOINT: url('http:', 'https:').optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Before the names of objects: `kenshin/` */
  S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)+$/, 'must be names that each end with /')
    .default(''),
  /** What an empty embedded database gets: the demonstration, or (`off`) a first organization with one account. */
  DEMO: z.enum(['on', 'off']).default('on'),
  /** Addresses and CIDR ranges that may read /metrics, in addition to this machine. */
  METRICS_FROM: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every(isRange), {
      error: 'must list addresses or ranges such as 10.0.0.5 or 10.0.0.0/24, joined by commas',
    })
    .optional(),
  /** A model that AI boost asks: an OpenAI-compatible API, up to `/v1` or with `/chat/completions`. */
  LLM_URL: url('http:', 'https:')
    .refine((text) => /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(text), {
      error: 'must have neither a user name nor ? nor #',
    })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  LLM_MODEL: z.string().min(1).max(200).optional(),
  /** Sent as `Bearer`; servers of one’s own may need none. */
  LLM_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one word of ASCII characters')
    .optional(),
  /** As the log names it; by default the host of LLM_URL. */
  LLM_PROVIDER: z.string().min(1).max(100).optional(),
  /** Of a million tokens, in any currency. */
  LLM_PRICE_INPUT: price,
  LLM_PRICE_OUTPUT: price,
  /** Set by whoever hands over a listening socket as file 3, such as systemd; instead of HOST and PORT. */
  LISTEN_FDS: z.literal('1', { error: 'must be 1: one socket' }).optional(),
  /** Bytes that stay free on the volumes of database and pictures: with less, pictures are refused. 0: never. */
  DISK_RESERVE: bytes.optional(),
  /** Calls per minute and address. */
  RATE_LIMIT: integer(1, 999_999_999).default(3000),
  /** Seconds in which a proxy learns that this server stops; by default 3 where there is one. */
  STOP_DELAY: integer(0, 300).optional(),
})

/** Rules between settings. */
const consistent = schema.refine(
  ({ DATABASE_URL, DATABASE_APP_URL }) => DATABASE_APP_URL === undefined || DATABASE_URL !== undefined,
  { path: ['DATABASE_APP_URL'], error: 'is only used with DATABASE_URL, which is not set' },
)

const ofS3 = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const ofModel = ['LLM_KEY', 'LLM_PROVIDER', 'LLM_PRICE_INPUT', 'LLM_PRICE_OUTPUT'] as const

const complete = consistent
  .superRefine((env, context) => {
    const issue = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message, input: env })
    if (env.LLM_URL === undefined) {
      for (const name of ['LLM_MODEL', ...ofModel] as const)
        if (env[name] !== undefined) issue(name, 'is only used with LLM_URL, which is not set')
    } else if (env.LLM_MODEL === undefined) issue('LLM_MODEL', 'is needed with LLM_URL')
    if (env.S3_BUCKET === undefined) {
      for (const name of ofS3)
        if (env[name] !== undefined) issue(name, 'is only used with S3_BUCKET, which is not set')
      return
    }
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (env[name] === undefined) issue(name, 'is needed with S3_BUCKET')
  })
  .transform((env) => ({ ...env, STOP_DELAY: env.STOP_DELAY ?? (env.TRUST_PROXY === undefined ? 0 : 3) }))

export type Env = z.output<typeof complete>

/** A failure that a person must fix; its message says all they need. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Empty variables count as absent. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, text]) => text !== ''))
  const result = complete.safeParse(given)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new StartError(`設定に誤りがあります (wrong settings):\n${[...new Set(lines)].join('\n')}`)
}
