import { useEffect, useState } from 'react'

/** Whether a draft differs from its last clean state. */
export function useDirty<T>(draft: T, open: boolean, onDirty: (dirty: boolean) => void) {
  const [clean, setClean] = useState(draft)
  const dirty = open && draft !== clean
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  return { markClean: (now: T) => setClean(() => now) }
}
