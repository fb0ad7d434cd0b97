import { useEffect, useState } from 'react'
import { readTaken } from '../../../offline/pictureCaches.ts'

/** Object URL of the thumbnail of a photograph taken on this phone; null: none, or no `id`. */
export function useTakenPicture(id: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (id === null) return
    const ending = new AbortController()
    let made: string | null = null
    readTaken(id).then((picture) => {
      if (picture === null || ending.signal.aborted) return
      made = URL.createObjectURL(picture)
      setUrl(made)
    }, console.warn)
    return () => {
      ending.abort()
      setUrl(null)
      if (made) URL.revokeObjectURL(made)
    }
  }, [id])
  return url
}
