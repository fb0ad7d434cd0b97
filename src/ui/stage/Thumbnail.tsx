import { type ReactNode, useState } from 'react'
import classes from './Thumbnail.module.css'

interface Props {
  /** A signed address, or null where there is no picture. */
  src: string | null
  /** Empty where the name of the thing stands beside it. */
  alt?: string
  /** Seen as soon as the screen is: asked for before everything that may wait. */
  first?: boolean
  /** Drawn where there is no picture, or where it cannot be had without signal. */
  fallback: ReactNode
}

/** A small picture that fills its box. */
export function Thumbnail({ src, alt = '', first = false, fallback }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  if (src === null || failed === src) return <span className={classes.fallback}>{fallback}</span>
  return (
    <img
      className={classes.picture}
      src={src}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setFailed(src)}
    />
  )
}
