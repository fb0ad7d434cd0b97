import { type HistoryLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'

/**
 * Keeps the screen when somebody leaves it, and remembers the way. `useBlocker` with its resolver would leave the
 * browser at the entry before until the question is answered, so that a second press of back leaves the app. Here the
 * second press closes the question.
 */
export function useAskBeforeLeaving(enabled: boolean) {
  const { history } = useRouter()
  const [way, setWay] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!enabled) return
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ currentLocation, nextLocation, action }) => {
        const go = () => {
          if (action === 'PUSH') history.push(nextLocation.href, nextLocation.state, { ignoreBlocker: true })
          else if (action === 'REPLACE')
            history.replace(nextLocation.href, nextLocation.state, { ignoreBlocker: true })
          else history.go(indexOf(nextLocation) - indexOf(currentLocation), { ignoreBlocker: true })
        }
        setWay((asked) => (asked ? null : go))
        return true
      },
    })
  }, [enabled, history])
  const stay = useCallback(() => setWay(null), [])
  const leave = () => {
    setWay(null)
    way?.()
  }
  return { asked: way !== null, leave, stay }
}

const indexOf = ({ state }: HistoryLocation): number => state.__TSR_index
