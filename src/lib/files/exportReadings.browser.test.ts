// Covers docs/requirements.md: 43, 83, 723

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../../failures/callErrors.ts'
import type { DownloadProgress } from '../../ui/dialog/download.ts'
import { exportReadings } from './exportReadings.ts'

const zone = 'Asia/Kolkata'
const filters = { span: { from: null, to: null }, meterIds: [3, 5], inspectionIds: [], text: 'ポンプ' }
const bytes = (text: string) => new TextEncoder().encode(text)

let asked: URL | null = null
let saved: File[] = []
let cancelled = false

/** The network: a body in these chunks; `cut`: the connection breaks after the last. */
function answer(rows: number, pieces: string[], { cut = false, endless = false } = {}): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    asked = new URL(new Request(input, init).url)
    const left = [...pieces]
    const body = new ReadableStream({
      pull(controller) {
        const piece = left.shift()
        if (piece !== undefined) controller.enqueue(bytes(piece))
        else if (cut) controller.error(new TypeError('network error'))
        else if (!endless) controller.close()
      },
      cancel() {
        cancelled = true
      },
    })
    return new Response(body, { headers: { 'row-count': String(rows), 'content-type': 'text/csv' } })
  })
}

beforeEach(() => {
  asked = null
  saved = []
  cancelled = false
  Reflect.deleteProperty(globalThis, 'showSaveFilePicker')
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as File)
    return 'blob:none'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

test('what the filters select is saved to the last byte, and how far it is told in rows', async () => {
  answer(2, ['\uFEFF名前,値\r\n', 'ポンプ,1\r\nポ', 'ンプ,2\r\n'])
  const told: DownloadProgress[] = []
  const rows = await exportReadings(filters, zone, {
    signal: new AbortController().signal,
    onProgress: (progress) => told.push(progress),
  })
  expect(rows).toBe(2)
  expect(told.at(-1)).toEqual({ done: 2, total: 2 })
  expect(asked?.pathname).toBe('/api/v1/meters-values/export')
  expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
    meter_ids: '3,5',
    text: 'ポンプ',
    sort_type: 'desc',
  })
  expect(saved).toHaveLength(1)
  expect(new Uint8Array((await saved[0]?.arrayBuffer()) ?? [])).toEqual(
    bytes('\uFEFF名前,値\r\nポンプ,1\r\nポンプ,2\r\n'),
  )
})

test('the file is named by the right time in the organization’s zone, whatever the device’s clock shows', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T21:30:00Z'), toFake: ['Date'] })
  localStorage.setItem('clockOffset', String(2 * 3_600_000))
  answer(1, ['名前,値\r\nポンプ,1\r\n'])
  await exportReadings(filters, zone, { signal: new AbortController().signal, onProgress: vi.fn() })
  expect(saved[0]?.name).toBe('kenshin-2026-11-21-01-00-00.csv')
})

test('a file that did not come whole is not kept, and that is said', async () => {
  const options = { signal: new AbortController().signal, onProgress: vi.fn() }
  answer(2, ['名前,値\r\nポンプ,1\r\n'])
  await expect(exportReadings(filters, zone, options)).rejects.toThrow(NetworkError)
  answer(2, ['名前,値\r\nポンプ,1\r\n'], { cut: true })
  await expect(exportReadings(filters, zone, options)).rejects.toThrow(NetworkError)
  expect(saved).toEqual([])
})

test('giving up ends the transfer and keeps nothing', async () => {
  answer(9, ['名前,値\r\nポンプ,1\r\n'], { endless: true })
  const controller = new AbortController()
  const running = exportReadings(filters, zone, {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('given up')),
  })
  await expect(running).rejects.toThrow('given up')
  expect(cancelled).toBe(true)
  expect(saved).toEqual([])
})

test('a refusal of the server is an error of the API', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { success: false, code: 'forbidden', messages: ['だめ'], request_id: 'r-1' },
      { status: 403 },
    ),
  )
  const options = { signal: new AbortController().signal, onProgress: vi.fn() }
  await expect(exportReadings(filters, zone, options)).rejects.toThrow(ApiError)
})
