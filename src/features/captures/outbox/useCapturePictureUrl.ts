import { useEffect, useState } from 'react'
import { readBytes } from '../../../../offline/outbox.ts'
import { readTaken } from '../../../../offline/pictureCaches.ts'

/** Object URL of the small picture kept on this device; where there is none, of the photograph while `unsent`; or null. */
export function useCapturePictureUrl(id: string, mime: string, unsent: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    let made: string | null = null
    const find = async () => {
      // The photograph itself is shown where the browser refuses caches.
      const small = await readTaken(id).catch(() => null)
      if (small !== null || !unsent) return small
      const bytes = await readBytes(id)
      return bytes && new Blob([bytes], { type: mime })
    }
    find().then((picture) => {
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
