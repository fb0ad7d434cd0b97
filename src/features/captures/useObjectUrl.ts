import { useEffect, useState } from 'react'
import type { Still } from './still.ts'

/** An address for a photograph in memory; null in the first instant. */
export function useObjectUrl(still: Still | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!still) return
    const made = URL.createObjectURL(new Blob([still.bytes], { type: still.mime }))
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [still])
  return url
}
