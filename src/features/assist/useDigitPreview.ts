import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { decode, type ReaderSettings, type ReadResult } from '../../../reader/web/index.ts'
import { countRedDigits } from './redDigits.ts'
import type { EditorProps } from './useEditor.ts'
import type { useReader } from './useReader.ts'

/** Time without changes before the picture is read, in milliseconds. */
const debounceMs = 400

/** Returns how many digits at the end of the row are red on the picture; null without any or without settings. */
export function useRedDigits(bytes: EditorProps['bytes'], settings: string | null): number | null {
  const [asked] = useDebouncedValue(settings, debounceMs)
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    void countOnPicture(bytes, asked).then((found) => isCurrent && setCount(found))
    return () => {
      isCurrent = false
    }
  }, [asked, bytes])
  return count
}

async function countOnPicture(bytes: EditorProps['bytes'], settings: string | null): Promise<number | null> {
  if (settings === null) return null
  try {
    const picture = await bytes()
    return countRedDigits(await decode(picture.bytes, picture.mime), settings)
  } catch (error) {
    console.warn(error)
    return null
  }
}

type Preview = { state: 'none' } | { state: 'reading' } | { state: 'read'; result: ReadResult }

/** Reads the dialog's picture by unsaved settings, again after each change. */
export function useDigitPreview(
  reader: ReturnType<typeof useReader>,
  bytes: EditorProps['bytes'],
  settings: ReaderSettings,
): Preview {
  const written = settings.settings === null ? null : `${settings.settings} ${settings.decimalPoint}`
  const [asked] = useDebouncedValue(written, debounceMs)
  const [held, setHeld] = useState<{ asked: string | null; result: ReadResult | null }>({
    asked: null,
    result: null,
  })
  const read = useEffectEvent(async (signal: AbortSignal): Promise<ReadResult | null> => {
    try {
      const picture = await bytes()
      return await reader().read(picture.bytes, picture.mime, settings, { signal })
    } catch (error) {
      if (!signal.aborted) console.warn(error)
      return null
    }
  })
  useEffect(() => {
    if (asked === null) return
    const run = new AbortController()
    void read(run.signal).then((result) => {
      if (!run.signal.aborted) setHeld({ asked, result })
    })
    return () => run.abort()
  }, [asked])
  if (written === null) return { state: 'none' }
  if (held.asked !== written) return { state: 'reading' }
  return held.result === null ? { state: 'none' } : { state: 'read', result: held.result }
}
