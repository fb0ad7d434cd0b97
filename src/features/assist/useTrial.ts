import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import type { Reader, ReaderSettings, ReadResult } from '../../../reader/web/index.ts'
import { latestPicturesQuery } from '../../lib/queries/readings.ts'
import type { PictureBytes } from './usePicture.ts'

/** Of one picture. */
export type TrialOutcome =
  | { state: 'waiting' | 'reading' | 'skipped' }
  | { state: 'read'; result: ReadResult }
  /** Not loaded, or reading failed. */
  | { state: 'missing' | 'failed' }

export interface TrialRow {
  key: string
  /** Null for the dialog's picture. */
  reading: Reading | null
  /** Object URL once loaded. */
  picture: string | null
  outcome: TrialOutcome
}

export type TrialState =
  | { state: 'idle' }
  /** `list`: whether the readings could be loaded. */
  | {
      state: 'running' | 'ended' | 'cancelled'
      settings: ReaderSettings
      rows: readonly TrialRow[]
      list: 'known' | 'failed'
    }

/** Milliseconds per picture. */
const timeout = 20_000

/** Latest readings with pictures; offline the cached ones; null without any. */
async function latestPictures(client: QueryClient, meterId: number): Promise<readonly Reading[] | null> {
  const options = latestPicturesQuery(meterId)
  try {
    return await client.query(options)
  } catch (error) {
    console.warn(error)
    return client.getQueryData(options.queryKey) ?? null
  }
}

interface Options {
  reader: () => Reader
  bytes: () => Promise<PictureBytes>
  picture: string
  meterId: number | null
}

/** Reads this picture and the meter's latest ones by unsaved settings, in sequence. */
export function useTrial({ reader, bytes, picture, meterId }: Options) {
  const client = useQueryClient()
  const [trial, setTrial] = useState<TrialState>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)
  /** Object URLs of the rows. */
  const held = useRef<string[]>([])

  const release = useCallback(() => {
    running.current?.abort()
    for (const address of held.current) URL.revokeObjectURL(address)
    held.current = []
  }, [])
  useEffect(() => release, [release])

  const run = async (settings: ReaderSettings) => {
    release()
    const here = new AbortController()
    running.current = here
    const { signal } = here
    const set = (change: (state: Exclude<TrialState, { state: 'idle' }>) => TrialState) =>
      setTrial((now) => (signal.aborted || now.state === 'idle' ? now : change(now)))
    const put = (key: string, change: Partial<TrialRow>) =>
      set((now) => ({ ...now, rows: now.rows.map((row) => (row.key === key ? { ...row, ...change } : row)) }))

    const own: TrialRow = { key: 'own', reading: null, picture, outcome: { state: 'waiting' } }
    setTrial({ state: 'running', settings, rows: [own], list: 'known' })
    const readings = meterId === null ? [] : await latestPictures(client, meterId)
    const rows = [
      own,
      ...(readings ?? []).map(
        (reading): TrialRow => ({
          key: `${reading.id}`,
          reading,
          picture: null,
          outcome: { state: 'waiting' },
        }),
      ),
    ]
    set((now) => ({ ...now, rows, list: readings === null ? 'failed' : 'known' }))
    for (const row of rows) {
      if (signal.aborted) return
      put(row.key, { outcome: { state: 'reading' } })
      try {
        // The reference itself needs no registration.
        const reference = await bytes()
        const taken = row.reading === null ? reference : await fetchPicture(row.reading.image, signal)
        if (taken === null) {
          put(row.key, { outcome: { state: 'missing' } })
          continue
        }
        if (row.reading !== null && !signal.aborted) {
          const address = URL.createObjectURL(new Blob([taken.bytes], { type: taken.mime }))
          held.current.push(address)
          put(row.key, { picture: address })
        }
        // Without advice from earlier readings.
        const options = row.reading === null ? { signal } : { signal, reference }
        const result = await reader().read(taken.bytes, taken.mime, settings, options)
        put(row.key, { outcome: { state: 'read', result } })
      } catch (error) {
        if (signal.aborted) return
        console.warn(error)
        put(row.key, { outcome: { state: 'failed' } })
      }
    }
    set((now) => ({ ...now, state: 'ended' }))
  }

  const cancel = () => {
    running.current?.abort()
    // Ends the worker, which would finish the reading otherwise.
    reader().close()
    setTrial((now) =>
      now.state === 'running'
        ? {
            ...now,
            state: 'cancelled',
            rows: now.rows.map((row) =>
              row.outcome.state === 'waiting' || row.outcome.state === 'reading'
                ? { ...row, outcome: { state: 'skipped' } }
                : row,
            ),
          }
        : now,
    )
  }

  const leave = () => {
    cancel()
    release()
    setTrial({ state: 'idle' })
  }

  return { trial, run: (settings: ReaderSettings) => void run(settings), cancel, leave }
}

/** The original; null when it cannot be loaded. Offline the browser may have it cached. */
async function fetchPicture(address: string | null, signal: AbortSignal): Promise<PictureBytes | null> {
  if (address === null) return null
  try {
    const answer = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]) })
    const mime = answer.headers.get('content-type') ?? ''
    return answer.ok && mime.startsWith('image/') ? { bytes: await answer.arrayBuffer(), mime } : null
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}
