/** Where a row stands in its list: by time in milliseconds since 1970, and among equal times by id. */
export type Place = readonly [time: number, id: number]

/** A part of a list as the server gives it. */
export interface ListPage<Row> {
  rows: Row[]
  /** How many the filters select in all. */
  count: number
  /** Where the rows that follow begin; null at the end. */
  next: string | null
  /** The search stopped on its way: `count` is of what was searched so far. */
  partial: boolean
}

/** A list of one noun: what it holds, and in what order. */
export interface List<Row> {
  noun: 'readings' | 'alerts'
  filters: object
  order: 'asc' | 'desc'
  fetch: (part: ListPart, signal: AbortSignal) => Promise<ListPage<Row>>
  /** By what it is sorted: a stretch that was left is found again at its place. */
  placeOf: (row: Row) => Place
  /** Where nobody tells of changes: milliseconds after which it is asked for again. */
  patience: (rows: readonly Row[] | undefined) => number
}

export interface ListPart {
  limit: number
  skip?: number
  after?: string
}

/** Rows asked for at a time when the list has no pages. */
export const stretchRows = 300

/** What is known of a stretch, whether its rows are here or were left. */
interface Stretch {
  after: string
  rows: number
  /** Where its first and its last row stand, while it has any. */
  ends: readonly [Place, Place] | null
  /** Where the rows that follow begin; null: nothing is known of any. */
  next: string | null
}

/** The stretches of a list without pages, in its order. */
export type Outline = readonly Stretch[]

const unknown = { rows: 0, ends: null, next: null }
export const outlineAtFirst: Outline = [{ after: '', ...unknown }]

/** One more stretch at the end. */
export function extended(outline: Outline): Outline {
  const next = outline.at(-1)?.next
  return next ? [...outline, { after: next, ...unknown }] : outline
}

/** The outline with what the parts that are here tell; where one is followed by others its ends stay. */
export const noted = <Row>(
  { placeOf }: List<Row>,
  outline: Outline,
  parts: ReadonlyMap<string, ListPage<Row>>,
): Outline =>
  outline.map((stretch, index) => {
    const part = parts.get(stretch.after)
    if (part === undefined) return stretch
    const { rows, next } = part
    if (index < outline.length - 1) return { ...stretch, rows: rows.length }
    const [first, last] = [rows[0], rows.at(-1)]
    const ends = first && last ? ([placeOf(first), placeOf(last)] as const) : null
    return { ...stretch, rows: rows.length, ends, next }
  })

/** The stretches that hold some of these rows. */
export function stretchesOf(outline: Outline, first: number, last: number): string[] {
  let end = 0
  const held = outline.filter(({ rows }) => {
    const start = end
    end += rows
    return start <= last && end >= first
  })
  return held.map(({ after }) => after)
}

/** All rows of the outline at their places, once each; undefined where they are not here. */
export function joined<Row extends { id: number }>(
  outline: Outline,
  parts: ReadonlyMap<string, ListPage<Row>>,
): (Row | undefined)[] {
  const seen = new Set<number>()
  const rows: (Row | undefined)[] = []
  for (const { after, rows: count } of outline) {
    const part = parts.get(after)
    if (part === undefined) {
      rows.push(...Array<undefined>(count).fill(undefined))
      continue
    }
    for (const row of part.rows) {
      // An alert that goes on moves up among those sorted by change, and may stand in an older stretch still.
      if (!seen.has(row.id)) rows.push(row)
      seen.add(row.id)
    }
  }
  return rows
}

/** Whether a place comes before another in the order of the list. */
const isBefore = (order: 'asc' | 'desc', [time, id]: Place, [otherTime, otherId]: Place): boolean =>
  (time - otherTime || id - otherId) * (order === 'asc' ? 1 : -1) < 0

/**
 * A stretch as it is now. Where others stand around it, it keeps its ends: what has come before the first waits until the
 * person wants to see it, and what has come or gone within it moves none of those that follow.
 */
export async function fetchStretch<Row>(
  { fetch, placeOf, order }: List<Row>,
  outline: Outline,
  after: string,
  signal: AbortSignal,
): Promise<ListPage<Row>> {
  const ask = (from: string) => fetch({ limit: stretchRows, after: from }, signal)
  const index = outline.findIndex((stretch) => stretch.after === after)
  const ends = outline[index]?.ends
  if (!ends || index === outline.length - 1) return ask(after)
  const [first, last] = ends
  const isNewer = (place: Place) => index === 0 && isBefore(order, place, first)
  const isWithin = (place: Place) => !isNewer(place) && !isBefore(order, last, place)

  const rows: Row[] = []
  let waiting = 0
  let from = after
  for (;;) {
    const answer = await ask(from)
    rows.push(...answer.rows.filter((row) => isWithin(placeOf(row))))
    waiting += answer.rows.filter((row) => isNewer(placeOf(row))).length
    const end = answer.rows.at(-1)
    if (answer.next === null || !end || !isBefore(order, placeOf(end), last))
      return { ...answer, rows, count: answer.count - waiting }
    from = answer.next
  }
}
