import { useEffect, useState } from 'react'

/** Width / height of a picture; null until loaded or when unavailable offline. */
export function useAspectRatio(src: string | null): number | null {
  const [aspect, setAspect] = useState<number | null>(null)
  useEffect(() => {
    if (src === null) return
    const picture = new Image()
    picture.onload = () => setAspect(picture.naturalWidth / picture.naturalHeight)
    picture.src = src
    return () => {
      picture.onload = null
      setAspect(null)
    }
  }, [src])
  return aspect
}
