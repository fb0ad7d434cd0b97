import { useState } from 'react'

/**
 * Whether `work` is under way. The pending state of a transition would stay true until the page is idle and until all
 * other transitions have ended, and a form ignores Enter for as long.
 */
export function useWorking(): [working: boolean, start: (work: () => Promise<unknown>) => void] {
  const [working, setWorking] = useState(false)
  const start = async (work: () => Promise<unknown>) => {
    setWorking(true)
    try {
      await work()
    } finally {
      setWorking(false)
    }
  }
  return [working, (work) => void start(work)]
}
