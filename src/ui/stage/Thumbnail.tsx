import { type ReactNode, useState } from 'react'
import classes from './Thumbnail.module.css'

interface Props {
  /** A signed URL, or null without picture. */
  src: string | null
  /** Empty where the name is shown beside it. */
  alt?: string
  /** Visible without scrolling. */
  first?: boolean
  /** Without picture, or if it cannot be loaded offline. */
  fallback: ReactNode
}

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
