import * as z from 'zod/mini'

/**
 * A span of local time, both ends inclusive, each to the precision it is written in: `2026-11-20` ends with that day,
 * `2026-11-20-23-59` with that minute. Null: open.
 */
export interface Span {
  from: string | null
  to: string | null
}

/** The span as a query parameter, which is left out if both ends are open. */
export const spanQuery = (span: Span) => (span.from === null && span.to === null ? undefined : span)

const time = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:-(?:[01]\d|2[0-3])-[0-5]\d)?`
const pattern = new RegExp(`^(?:(${time})>(?:,(${time})<)?|(${time})<)$`)

/** `from>,to<` with `YYYY-MM-DD` or `YYYY-MM-DD-HH-mm`; either end may be left out. */
export const spanParam = z.codec(z.string().check(z.regex(pattern)), z.custom<Span>(), {
  decode: parse,
  encode: print,
})

function parse(text: string): Span {
  const match = pattern.exec(text)
  return { from: match?.[1] ?? null, to: match?.[2] ?? match?.[3] ?? null }
}

function print({ from, to }: Span): string {
  return [from === null ? null : `${from}>`, to === null ? null : `${to}<`]
    .filter((end) => end !== null)
    .join(',')
}
