import { useEffect, useState } from 'react'

/** Returns an address of the picture that is revoked when the picture changes; null on the first render. */
export function useObjectUrl(picture: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!picture) return
    const made = URL.createObjectURL(picture)
    // biome-ignore lint/nursery/useReactCompiler: the address has to be made and revoked by the same effect
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [picture])
  return url
}
