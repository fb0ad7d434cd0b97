import { useEffect, useState } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import { missingSettings } from '../../../lib/meters/missingSettings.ts'
import { readerSettingsOf } from '../../../lib/meters/readerSettings.ts'
import { useMasters } from '../../../lib/queries/masters.ts'

export type ValueProposal =
  | { state: 'reading' }
  | { state: 'unread' }
  | { state: 'read'; value: number; confidence: number }

/** Reads the picture by the meter’s settings; null without picture or settings. */
export function useValueProposal(meter: Meter | undefined, picture: Blob | null): ValueProposal | null {
  const { categories } = useMasters('categories')
  const type = categories.find(({ id }) => id === meter?.meter_category_id)?.type
  const [proposal, setProposal] = useState<ValueProposal | null>(null)
  useEffect(() => {
    setProposal(null)
    if (!meter || !picture || type === undefined || missingSettings(meter, type) !== null) return
    const ending = new AbortController()
    setProposal({ state: 'reading' })
    readPicture(meter, type, picture, ending.signal).then(
      (next) => !ending.signal.aborted && setProposal(next),
      (error: unknown) => {
        if (ending.signal.aborted) return
        console.warn(error)
        setProposal({ state: 'unread' })
      },
    )
    return () => ending.abort()
  }, [meter, picture, type])
  return proposal
}

async function readPicture(
  meter: Meter,
  type: Parameters<typeof readerSettingsOf>[1],
  picture: Blob,
  signal: AbortSignal,
): Promise<ValueProposal> {
  // Networks and worker load on demand.
  const { createReader } = await import('../../../../reader/web/index.ts')
  const reader = createReader()
  try {
    const reference = await referenceOf(meter, signal)
    const bytes = await picture.arrayBuffer()
    const settings = readerSettingsOf(meter, type)
    const { value, confidence } = await reader.read(bytes, picture.type, settings, { signal, reference })
    return value === null ? { state: 'unread' } : { state: 'read', value, confidence }
  } finally {
    reader.close()
  }
}

/** The picture of the settings; without it the photograph is read unregistered. */
async function referenceOf({ reference }: Meter, signal: AbortSignal) {
  if (reference === null) return null
  try {
    const answer = await fetch(reference, { signal })
    const mime = answer.headers.get('content-type') ?? ''
    return answer.ok && mime.startsWith('image/') ? { bytes: await answer.arrayBuffer(), mime } : null
  } catch {
    return null
  }
}
