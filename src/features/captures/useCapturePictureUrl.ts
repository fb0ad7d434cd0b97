import { useEffect, useState } from 'react'
import { readBytes } from '../../../offline/outbox.ts'
import { readTaken } from '../../../offline/pictureCaches.ts'

/** Object URL: full size while `unsent`, then the thumbnail, or null. */
export function useCapturePictureUrl(id: string, mime: string, unsent: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    let made: string | null = null
    const reading = unsent
      ? readBytes(id).then((bytes) => bytes && new Blob([bytes], { type: mime }))
      : readTaken(id)
    reading.then((picture) => {
      if (picture === null || ending.signal.aborted) return
      made = URL.createObjectURL(picture)
      setUrl(made)
    }, console.warn)
    return () => {
      ending.abort()
      setUrl(null)
      if (made) URL.revokeObjectURL(made)
    }
  }, [id, mime, unsent])
  return url
}
