import { useEffect, useState } from 'react'
import type { CategoryType } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { missingSettings } from '../../../lib/meters/missingSettings.ts'
import { readerSettingsOf } from '../../../lib/meters/readerSettings.ts'
import { useMasters } from '../../../lib/queries/masters.ts'

export type ValueProposal =
  | { state: 'reading' }
  | { state: 'unread' }
  | { state: 'read'; value: number; confidence: number }

/** What was read, with what it was read from. */
interface Answer {
  meter: Meter
  picture: Blob
  type: CategoryType
  proposal: ValueProposal
}

/** Reads the picture by the meter’s settings; null without picture or settings. */
export function useValueProposal(meter: Meter | undefined, picture: Blob | null): ValueProposal | null {
  const { categories } = useMasters('categories')
  const type = categories.find(({ id }) => id === meter?.meter_category_id)?.type
  const [answer, setAnswer] = useState<Answer | null>(null)
  const isReadable = meter && picture && type !== undefined && missingSettings(meter, type) === null
  useEffect(() => {
    if (!isReadable) return
    const ending = new AbortController()
    const show = (proposal: ValueProposal) => {
      if (!ending.signal.aborted) setAnswer({ meter, picture, type, proposal })
    }
    readPicture(meter, type, picture, ending.signal).then(show, (error: unknown) => {
      if (!ending.signal.aborted) console.warn(error)
      show({ state: 'unread' })
    })
    return () => ending.abort()
  }, [isReadable, meter, picture, type])
  if (!isReadable) return null
  const isAnswered = answer?.meter === meter && answer.picture === picture && answer.type === type
  return isAnswered ? answer.proposal : { state: 'reading' }
}

async function readPicture(
  meter: Meter,
  type: CategoryType,
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
