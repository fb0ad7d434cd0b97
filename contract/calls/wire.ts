import * as z from 'zod/mini'
import { idListLimit, maxValue, textLimit } from '../../text/limits.ts'
import { withDescription } from './withDescription.ts'

export const id = z.int().check(z.positive())

const digits = z.string().check(z.regex(/^\d{1,15}$/))
const toNumber = { decode: (text: string) => Number(text), encode: (value: number) => String(value) }

export const idParam = z.codec(digits, id, toNumber)
export const countParam = z.codec(digits, z.int().check(z.nonnegative()), toNumber)
export const numberParam = z.codec(
  z.string().check(z.regex(/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/), z.maxLength(100)),
  z.number(),
  toNumber,
)
/** Milliseconds, either way. */
export const offsetParam = z.codec(z.string().check(z.regex(/^-?\d{1,15}$/)), z.int(), toNumber)
/** Ids in a query, joined by commas. */
export const idListParam = z.codec(
  z.string().check(z.regex(/^\d{1,15}(,\d{1,15})*$/)),
  z.array(id).check(z.minLength(1), z.maxLength(idListLimit)),
  {
    decode: (text) => text.split(',').map(Number),
    encode: (ids) => ids.join(','),
  },
)
/** A boolean in a query: `1` or `0`, `true` or `false`. */
export const flagParam = z.codec(z.enum(['0', '1', 'true', 'false']), z.boolean(), {
  decode: (text) => text === '1' || text === 'true',
  encode: (value) => (value ? '1' : '0'),
})

/** A user in a query: `me`, `none` or an id. */
export const assigneeParam = z.codec(
  z.string().check(z.regex(/^(?:me|none|\d{1,15})$/)),
  z.union([z.enum(['me', 'none']), id]),
  { decode: (text) => (text === 'me' || text === 'none' ? text : Number(text)), encode: String },
)

/** Where the previous page ended. */
export const cursorParam = withDescription(
  z.optional(z.string().check(z.maxLength(100))),
  '`next` of another answer: the rows that follow; pages by key, not by number',
)
export const backCursorParam = withDescription(
  z.optional(z.string().check(z.maxLength(100))),
  '`previous` of another answer: the rows that come just before, none that come before `after`',
)

/** The server refuses NUL and lone surrogates in every field. */
export const multilineText = z.string().check(z.trim(), z.maxLength(textLimit))
/** Without line feeds, tabs and other control characters. */
export const oneLine = z.refine<string>(
  (given) => !/[\p{Cc}\u2028\u2029]/u.test(given),
  '改行や制御文字は使用できません',
)
export const text = multilineText.check(oneLine)
export const requiredText = text.check(z.minLength(1))

/** ISO 8601 with offset, in the organization’s zone. */
export const instant = z.iso.datetime({ offset: true })

/** `YYYY-MM-DD` in the organization’s zone, of the years that closed months have. */
export const calendarDate = z.iso
  .date({ abort: true })
  .check(z.refine((date) => date >= '1900' && date < '3000', '1900年から2999年までの日付を指定してください'))

/** `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
export const localTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/))

export const clockTime = z
  .string()
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, '時刻は HH:mm で入力してください'))

/** Sunday is 0. */
export const weekday = z.int().check(z.gte(0), z.lte(6))

export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A picture in base64, with or without a `data:` prefix; 20 MB of bytes at most. */
export const imageBase64 = z.string().check(z.maxLength(28_000_000))

export const value = z.number()
const tooLarge = { error: '絶対値が1,000兆以下の数値を指定してください' }
const withinLimits = [z.gte(-maxValue, tooLarge), z.lte(maxValue, tooLarge)] as const
export const newValue = z.number().check(...withinLimits)
export const newValueParam = numberParam.check(...withinLimits)

/** A signed URL, stable within a day. */
export const pictureUrl = z.string()

/** Only the session’s own organization is accepted; where the call says so, a system administrator names another. */
export const organizationId = withDescription(
  z.optional(id),
  'if given, the session’s organization, or any for system administrators where the call allows it',
)
/** The same in a query. */
export const organizationIdParam = withDescription(
  z.optional(idParam),
  'if given, the session’s organization, or any for system administrators where the call allows it',
)

/** Whether mails are only stored on the server. */
export const mailsToFolder = withDescription(
  z.optional(z.literal(true)),
  'no SMTP server is set: mails are not sent, but written to `DATA_DIR/outbox-mail/`',
)

/** An IPv4 address: four numbers up to 255. */
export const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
/** IPv4 addresses joined by commas. */
export const whiteIps = z.string().check(
  z.minLength(1),
  z.maxLength(1600),
  z.refine((given) => given.split(',').every((ip) => ipv4.test(ip)), 'IPアドレスを正しく入力してください'),
)
