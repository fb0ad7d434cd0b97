import { QueryClient } from '@tanstack/react-query'
import { expect, vi } from 'vitest'
import type { Meter } from '../../../contract/meters.ts'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { ReviewScreen } from '../../../src/features/review/ReviewScreen.tsx'
import { accountQuery } from '../../../src/lib/queries/account.ts'
import { categoriesQuery } from '../../../src/lib/queries/categories.ts'
import { unitsQuery } from '../../../src/lib/queries/units.ts'
import { anAccount } from '../responses/account.ts'
import { aMeter } from '../responses/meters.ts'
import { aReading } from '../responses/readings.ts'
import { showRouted } from './showRouted.tsx'

const pictureOf = (text: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><text y="30">${text}</text></svg>`)}`

export const readBy = (id: number) => (400 + id) / 1000

export function anItem(id: number, over: Partial<ReviewItem['reading']> = {}): ReviewItem {
  const reading = aReading({
    id,
    value: readBy(id),
    read_value: readBy(id),
    confidence: 0.4,
    result_thumbnail: pictureOf(`${id}`),
    ...over,
  })
  reading.meter = { ...reading.meter, name: `計器${id}`, decimal_point: 3 }
  return { reading, reasons: ['unsure'], previous: null, usual: null, closing: null, alert_id: null }
}

const meter = aMeter({
  decimal_point: 3,
  start_value: null,
  end_value: null,
  emergency_start_value: null,
  emergency_end_value: null,
})

interface Decision {
  id: number
  value: number | null
}

interface Line {
  /** Milliseconds that each answer takes. */
  delay?: () => number
  /** Resolves when a picture has come. */
  pictureComes?: (url: string) => Promise<void>
  /** Resolves when the server lends readings. */
  loansCome?: () => Promise<void>
  /** Values of readings that come without theirs. */
  seen?: Record<number, number>
  /** Of each reading's meter. */
  meter?: Partial<Meter>
  /** Readings that another reviewer has. */
  lentToAnother?: readonly number[]
  fails?: (decision: Decision) => boolean
  /** Readings that the server leaves out when several are confirmed. */
  leftOut?: readonly number[]
}

/** Shows 要確認 with these items, on a line as given. */
export async function openReview(
  items: readonly ReviewItem[],
  {
    delay = () => 0,
    pictureComes = async () => undefined,
    loansCome = async () => undefined,
    meter: given = {},
    seen = {},
    lentToAnother = [],
    fails = () => false,
    leftOut = [],
  }: Line = {},
) {
  const decided: Decision[] = []
  const undone: number[] = []
  const retakes: string[] = []
  const decoded = new Set<string>()
  const byId = new Map(items.map((item) => [item.reading.id, item.reading]))
  const pause = () => new Promise((resolve) => setTimeout(resolve, delay()))
  const decode = HTMLImageElement.prototype.decode
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(async function (this: HTMLImageElement) {
    await pause()
    await pictureComes(this.src)
    await decode.call(this)
    decoded.add(this.src)
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const answer = (data: unknown, more = {}) => Response.json({ success: true, data, ...more })
    const [, id] = /meter-value\/(\d+)/.exec(pathname) ?? []
    const reading = byId.get(Number(id))
    const body: unknown = request.headers.get('content-type') === null ? null : await request.json()
    if (reading && request.method === 'PUT') {
      const decision = { id: reading.id, value: (body as { value: number | null }).value }
      if (fails(decision)) return new Response(null, { status: 500 })
      decided.push(decision)
    }
    if (reading && pathname.endsWith('/retake')) {
      retakes.push(`${request.method} ${reading.id}`)
      return request.method === 'POST'
        ? answer({ requested_by: '佐藤', requested_at: '2026-11-20T15:00:00+09:00' })
        : answer({ reading_id: reading.id })
    }
    if (reading && pathname.endsWith('/blind-check')) {
      const value = seen[reading.id] ?? null
      const agrees = (body as { value: number }).value === value
      return answer({ agrees, reading: { ...reading, value, read_value: value, confidence: 0.97 } })
    }
    if (reading && request.method === 'POST') undone.push(reading.id)
    if (pathname.endsWith('/confirmations')) {
      const { readings } = body as { readings: { reading_id: number; value: number }[] }
      const taken = readings.filter((each) => !leftOut.includes(each.reading_id))
      decided.push(...taken.map((each) => ({ id: each.reading_id, value: each.value })))
      return answer({ confirmed: taken.map((each) => each.reading_id) })
    }
    if (pathname.endsWith('/confirmations/undo')) {
      const { reading_ids: ids } = body as { reading_ids: number[] }
      undone.push(...ids)
      return answer(ids.map((each) => byId.get(each)))
    }
    await pause()
    if (reading) return answer({ ...reading, updated_at: '2026-11-21T09:00:00+09:00' })
    if (pathname.endsWith('/review')) return answer(items, { count: items.length })
    if (pathname.endsWith('/review/count'))
      return answer({ count: items.length - decided.length + undone.length })
    if (pathname.endsWith('/loans')) {
      await loansCome()
      const ids = (body as { reading_ids: number[] }).reading_ids.filter(
        (each) => !lentToAnother.includes(each),
      )
      const lent = ids.map((each) => ({ reading_id: each, updated_at: byId.get(each)?.updated_at }))
      return answer({ until: '2026-11-20T15:00:00+09:00', lent })
    }
    if (pathname.endsWith('/values-around')) return answer({ before: null, after: null })
    if (/\/meters\/\d+$/.test(pathname)) return answer({ ...meter, ...given, updated_by: null })
    return new Response(null, { status: 404 })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryDefaults(unitsQuery.queryKey, { staleTime: 'static', initialData: [] })
  client.setQueryDefaults(categoriesQuery.queryKey, {
    staleTime: 'static',
    initialData: [{ id: 1, name: '円形', type: 0, image: null } as never],
  })
  const screen = await showRouted(client, <ReviewScreen readingId={undefined} />, ['/meter-value/$id'])
  const shown = (id: number) =>
    expect.element(screen.getByRole('heading', { name: `計器${id}`, exact: true })).toBeVisible()
  const ready = async (id: number) => {
    await shown(id)
    await expect
      .element(screen.getByRole('region', { name: `計器${id}` }))
      .toHaveAttribute('aria-busy', 'false')
  }
  return { screen, decided, undone, retakes, decoded, shown, ready }
}

export const itemsOf = (count: number) => Array.from({ length: count }, (_, index) => anItem(index + 1))
