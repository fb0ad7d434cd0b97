import { Failure } from './api/call.ts'
import { isValidInstant } from './time-zone.ts'

/** A gap between two rows of a list: the time that it is sorted by, and among equal times the number of the row. */
export interface Cursor {
  at: Date
  id: number
}

const pattern = /^(-?\d{1,15})\.(\d{1,15})$/

const encodeCursor = ({ at, id }: Cursor) => Buffer.from(`${at.getTime()}.${id}`).toString('base64url')

/** Decodes `after` or `before` of a query; throws `validation_failed` for anything that we did not encode. */
function decodeCursor(text: string | undefined, path: 'after' | 'before'): Cursor | null {
  if (text === undefined) return null
  const cursor = parse(text)
  if (cursor === null) {
    throw new Failure('validation_failed', {
      issues: [{ path, message: '続きの位置が正しくありません' }],
    })
  }
  return cursor
}

function parse(text: string): Cursor | null {
  const match = pattern.exec(Buffer.from(text, 'base64url').toString())
  if (match === null) return null
  const cursor = { at: new Date(Number(match[1])), id: Number(match[2]) }
  if (!isValidInstant(cursor.at)) return null
  return encodeCursor(cursor) === text ? cursor : null
}

type Sort = 'asc' | 'desc'

const reverse = { asc: 'desc', desc: 'asc' } as const

/** The gap just before a row. */
const before = ({ at, id }: Cursor, sort: Sort): Cursor => ({ at, id: sort === 'desc' ? id + 1 : id - 1 })

const follows = (row: Cursor, gap: Cursor, sort: Sort): boolean =>
  (row.at.getTime() - gap.at.getTime() || row.id - gap.id) * (sort === 'asc' ? 1 : -1) > 0

const defaultLimit = 50
const maxLimit = 1000

/** What a query says of the page that is wanted. */
interface Asked {
  sort_type?: Sort | undefined
  skip?: number | undefined
  limit?: number | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Rows in an order, from a gap on. */
interface Slice {
  sort: Sort
  skip: number
  limit: number
  after: Cursor | null
}

/**
 * A page of a list with the gaps at its ends, forwards or, where `before` is asked for, backwards.
 *
 * @param list Gives a slice of rows; `end`: it stopped there though there may be more.
 */
export async function cursorPage<Row>(
  asked: Asked,
  positionOf: (row: Row) => Cursor,
  list: (slice: Slice) => Promise<{ rows: Row[]; end?: Cursor | null }>,
) {
  const sort = asked.sort_type ?? 'desc'
  const limit = Math.min(asked.limit ?? defaultLimit, maxLimit)
  const after = decodeCursor(asked.after, 'after')
  const until = decodeCursor(asked.before, 'before')
  const slice = { skip: asked.skip ?? 0, limit: limit + 1 }
  const { rows: found, end } =
    until === null
      ? await list({ ...slice, sort, after })
      : await list({ ...slice, sort: reverse[sort], after: before(until, reverse[sort]) })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const farthest = last !== undefined && found.length > limit ? positionOf(last) : null
  const encode = (gap: Cursor | null | undefined) => (gap ? encodeCursor(gap) : undefined)
  if (until === null) {
    const first = rows[0]
    return { rows, next: encode(farthest ?? end), previous: encode(first && before(positionOf(first), sort)) }
  }
  const within = rows.filter((row) => after === null || follows(positionOf(row), after, sort)).reverse()
  const more = within.length === rows.length ? (farthest ? before(farthest, sort) : end) : null
  return { rows: within, next: asked.before, previous: encode(more) }
}
