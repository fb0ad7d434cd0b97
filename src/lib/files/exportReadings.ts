import { readingEndpoints } from '../../../contract/readings.ts'
import { NetworkError } from '../../failures/callErrors.ts'
import type { DownloadOptions } from '../../ui/dialog/download.ts'
import { type ReadingFilters, selectionOf } from '../queries/readings.ts'
import { openFile } from '../session/api.ts'
import { fileTime } from './fileTime.ts'
import { saveFile } from './saveFile.ts'

const type = 'text/csv'

/**
 * Saves the filtered readings as CSV: with a file picker where supported, else as a download. Needs a user gesture.
 * Resolves to the number of rows, or null if the picker was cancelled. Rejects with the signal’s reason on abort, and
 * on an incomplete file; nothing is kept then.
 */
export async function exportReadings(
  filters: ReadingFilters,
  zone: string,
  { onProgress, signal }: DownloadOptions,
): Promise<number | null> {
  const name = `kenshin-${fileTime(zone)}.csv`
  const handle = await pickFile(name)
  if (handle === null) return null
  const answer = await openFile(readingEndpoints.exportReadings, { query: selectionOf(filters), signal })
  const total = Number(answer.headers.get('row-count') ?? 0)
  const sink = await sinkOf(handle, name)
  const counter = rowCounter()
  let lastProgress = 0
  try {
    if (answer.body === null) throw new NetworkError('the answer has no body')
    for await (const chunk of chunksOf(answer.body, signal)) {
      counter.add(chunk)
      await sink.write(chunk)
      // Throttled progress.
      if (performance.now() - lastProgress > 100) {
        lastProgress = performance.now()
        onProgress({ done: counter.rows(), total })
      }
    }
    if (counter.rows() < total) throw new NetworkError(`${counter.rows()} of ${total} rows`)
  } catch (error) {
    await sink.discard()
    signal.throwIfAborted()
    // A broken stream throws a browser-specific TypeError.
    throw error instanceof TypeError ? new NetworkError(error.message, { cause: error }) : error
  }
  onProgress({ done: counter.rows(), total })
  await sink.close()
  return counter.rows()
}

async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal) {
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** Counts CSV rows without the header; ignores line breaks inside quotes. */
export function rowCounter(): { add: (bytes: Uint8Array) => void; rows: () => number } {
  const [quote, lineFeed] = [0x22, 0x0a]
  let quoted = false
  let lines = 0
  return {
    add(bytes) {
      for (const byte of bytes) {
        if (byte === quote) quoted = !quoted
        else if (byte === lineFeed && !quoted) lines += 1
      }
    },
    rows: () => Math.max(0, lines - 1),
  }
}

/** Chromium only and not in TypeScript’s types. */
interface Picker {
  showSaveFilePicker?: (options: {
    suggestedName: string
    types: { accept: Record<string, string[]> }[]
  }) => Promise<FileSystemFileHandle>
}

/** The chosen file; undefined without a picker, null if cancelled. */
async function pickFile(name: string): Promise<FileSystemFileHandle | null | undefined> {
  const { showSaveFilePicker: pick } = window as Picker
  if (pick === undefined) return undefined
  try {
    return await pick.call(window, { suggestedName: name, types: [{ accept: { [type]: ['.csv'] } }] })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    // Forbidden by a permissions policy.
    return undefined
  }
}

interface Sink {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  close: () => Promise<void>
  discard: () => Promise<void>
}

async function sinkOf(handle: FileSystemFileHandle | undefined, name: string): Promise<Sink> {
  if (handle !== undefined) {
    const stream = await handle.createWritable()
    return {
      write: (bytes) => stream.write(bytes),
      close: () => stream.close(),
      discard: () => stream.abort().catch(() => undefined),
    }
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  return {
    write: async (bytes) => void parts.push(bytes),
    close: async () => void (await saveFile(new File(parts, name, { type }))),
    discard: async () => void parts.splice(0),
  }
}
