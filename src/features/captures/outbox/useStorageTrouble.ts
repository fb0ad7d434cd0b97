import { useEffect, useState } from 'react'
import { probeStorage, type StorageTrouble } from '../../../../offline/probeStorage.ts'

/** A person may make room, and what waits may be sent. Milliseconds. */
const interval = 5000

/** What keeps photographs from being stored, looked at before the shutter, and again as long as it lasts. */
export function useStorageTrouble(aiming: boolean): StorageTrouble | null {
  const [trouble, setTrouble] = useState<StorageTrouble | null>(null)
  useEffect(() => {
    if (!aiming) return
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const found = await probeStorage()
      if (ending.signal.aborted) return
      setTrouble(found)
      if (found !== null) timer = setTimeout(() => void look(), interval)
    }
    void look()
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [aiming])
  return trouble
}
