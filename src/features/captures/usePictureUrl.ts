import { useEffect, useState } from 'react'
import { readBytes } from '../../../offline/outbox.ts'

/** An address for the photograph that is still on this device; null once it is not. */
export function usePictureUrl(id: string, mime: string, kept: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!kept) return
    const ending = new AbortController()
    let made: string | null = null
    readBytes(id).then((bytes) => {
      if (bytes === null || ending.signal.aborted) return
      made = URL.createObjectURL(new Blob([bytes], { type: mime }))
      setUrl(made)
    }, console.warn)
    return () => {
      ending.abort()
      setUrl(null)
      if (made) URL.revokeObjectURL(made)
    }
  }, [id, mime, kept])
  return url
}
