import { useEffect, useState } from 'react'

/** Whether a draft differs from what stood when nothing was to be lost. */
export function useDirty<T>(draft: T, open: boolean, onDirty: (dirty: boolean) => void) {
  const [settled, settle] = useState(draft)
  const dirty = open && draft !== settled
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  return { settle: (now: T) => settle(() => now) }
}
