import { createContext, use, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether a list is laid out for paper before the browser prints, so that its pictures can be loaded. */
export const PreparesPrint = createContext(false)

/** Whether the browser is printing. It prints what is rendered when the event's listeners return. */
export function useIsPrinting(): boolean {
  // A layout for the width of the paper may mount the list after the event.
  const [isPrinting, setPrinting] = useState(() => window.matchMedia('print').matches)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  const isPreparing = use(PreparesPrint)
  return isPrinting || isPreparing
}
