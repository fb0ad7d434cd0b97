import { useCallback, useEffect, useRef, useState } from 'react'
import type { Size } from '../../ui/stage/stageGeometry.ts'

/** The reader's input. */
export interface PictureBytes {
  bytes: ArrayBuffer
  mime: string
}

type PictureState = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; size: Size }

/** Px; the reader uses no more. */
const longSide = 2000

const loading: PictureState = { state: 'loading' }

/** A picture by address; `blob:` and `data:` cannot be fetched. */
export function usePicture(address: string) {
  const [held, setHeld] = useState<{ address: string; state: PictureState }>({ address, state: loading })
  const image = useRef<HTMLImageElement | null>(null)
  const made = useRef<Promise<PictureBytes> | null>(null)

  useEffect(() => {
    const loaded = new Image()
    const finish = (state: PictureState) => setHeld({ address, state })
    loaded.onload = () => {
      image.current = loaded
      finish({ state: 'ready', size: { width: loaded.naturalWidth, height: loaded.naturalHeight } })
    }
    loaded.onerror = () => finish({ state: 'failed' })
    loaded.src = address
    return () => {
      loaded.onload = null
      loaded.onerror = null
      image.current = null
      made.current = null
    }
  }, [address])

  /** Same object per picture, so that the reader's worker keeps it. */
  const bytes = useCallback((): Promise<PictureBytes> => {
    if (image.current === null) return Promise.reject(new Error('the picture is not there'))
    made.current ??= bytesOf(image.current)
    return made.current
  }, [])

  return { state: held.address === address ? held.state : loading, bytes }
}

async function bytesOf(image: HTMLImageElement): Promise<PictureBytes> {
  const { naturalWidth, naturalHeight } = image
  const share = Math.min(1, longSide / Math.max(naturalWidth, naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(naturalWidth * share)
  canvas.height = Math.round(naturalHeight * share)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no 2d context')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/png')
  const blob = await promise
  if (blob === null) throw new Error('the picture could not be copied')
  return { bytes: await blob.arrayBuffer(), mime: blob.type }
}
