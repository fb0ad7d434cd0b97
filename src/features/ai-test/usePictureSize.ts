import { useEffect, useState } from 'react'
import type { Size } from '../../ui/stage/stageGeometry.ts'

interface Loaded {
  src: string
  size: Size | null
}

/** Pixels of a picture by address; null while it loads, and where this browser cannot show it. */
export function usePictureSize(src: string | null): { size: Size | null; refusal: string | null } {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    if (src === null) return
    const image = new Image()
    image.onload = () => setLoaded({ src, size: { width: image.naturalWidth, height: image.naturalHeight } })
    image.onerror = () => setLoaded({ src, size: null })
    image.src = src
    return () => {
      image.onload = null
      image.onerror = null
    }
  }, [src])
  if (loaded === null || loaded.src !== src) return { size: null, refusal: null }
  return {
    size: loaded.size,
    refusal: loaded.size === null ? '画像を表示できません。JPEGかPNGの画像を選択してください。' : null,
  }
}
