import * as z from 'zod/mini'
import { described } from './described.ts'

/** Rows are numbered by the database; a number in a path or query is text on the wire. */
export const id = z.int().check(z.positive())

const digits = z.string().check(z.regex(/^\d{1,15}$/))
const toNumber = { decode: (text: string) => Number(text), encode: (value: number) => String(value) }

/** A row number in a path or a query. */
export const idParam = z.codec(digits, id, toNumber)
/** A whole number, 0 or more, in a query. */
export const countParam = z.codec(digits, z.int().check(z.nonnegative()), toNumber)
/** A decimal number in a query. */
export const numberParam = z.codec(
  z.string().check(z.regex(/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/), z.maxLength(100)),
  z.number(),
  toNumber,
)
/** Row numbers in one list at most: thousands would be more than Node takes as the head of a request (16 kB). */
export const idListLimit = 1000
/** Row numbers joined by commas in a query, 1 to 1,000 of them. */
export const idListParam = z.codec(
  z.string().check(z.regex(/^\d{1,15}(,\d{1,15})*$/)),
  z.array(id).check(z.minLength(1), z.maxLength(idListLimit)),
  {
    decode: (text) => text.split(',').map(Number),
    encode: (ids) => ids.join(','),
  },
)
/** A yes or no in a query: `1` or `0` (also `true`, `false`). */
export const flagParam = z.codec(z.enum(['0', '1', 'true', 'false']), z.boolean(), {
  decode: (text) => text === '1' || text === 'true',
  encode: (value) => (value ? '1' : '0'),
})

/** Where the page before ended. */
export const cursorParam = described(
  z.optional(z.string().check(z.maxLength(100))),
  '`next` of another answer: the rows that follow; pages by key, not by number',
)
export const backCursorParam = described(
  z.optional(z.string().check(z.maxLength(100))),
  '`previous` of another answer: the rows that come just before, none that come before `after`',
)

/** Every text input of the product is at most 100 characters long. */
export const textLimit = 100
/** Of several lines. NUL and halves of surrogate pairs are refused by the server in every field. */
export const lines = z.string().check(z.trim(), z.maxLength(textLimit))
/** On one line: without line feeds, tabs and other characters that control rather than show. */
export const oneLine = z.refine<string>(
  (given) => !/[\p{Cc}\u2028\u2029]/u.test(given),
  '改行や制御文字は使用できません',
)
export const text = lines.check(oneLine)
export const requiredText = text.check(z.minLength(1))

/** An instant in an answer: ISO 8601 with offset, in the organization’s zone. */
export const instant = z.iso.datetime({ offset: true })

/** `YYYY-MM-DD HH:mm:ss` in the organization’s zone, as the documents send it. */
export const localTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/))

/** SHA-256 as 64 lower-case hexadecimal figures. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A picture in a JSON body: base64, with or without a `data:` head. At most 20 MB of bytes. */
export const imageBase64 = z.string().check(z.maxLength(28_000_000))

/** A finite number as the product stores values and bounds. */
export const value = z.number()

/** Where a picture is served: a signed address, stable within a day. */
export const pictureUrl = z.string()

/** The documents send who owns a new row; it can only be the session’s own organization. */
export const organizationId = described(z.optional(id), 'if given, the session’s organization')
