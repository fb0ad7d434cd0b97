import { backoff } from '../../../../offline/backoff.ts'

/** Milliseconds. */
const longestQuestion = 5000
const longestPause = 20_000
/** While the server says that it is ready and still takes nothing. */
const longestDoubt = 40_000
/** After so many failures against its word it is believed no more than the pauses of the rows say. */
const doubts = 10

/** Our server with its database, not a network's login page. */
export async function isServerReady(): Promise<boolean> {
  try {
    const answer = await fetch('/ready', {
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(longestQuestion),
    })
    const content: unknown = answer.ok ? await answer.json() : null
    return (
      typeof content === 'object' && content !== null && 'status' in content && content.status === 'ready'
    )
  } catch {
    return false
  }
}

interface ServerReturn {
  /** Sending failed: asks from now on whether the server is there again. */
  lost: () => void
  /** Sending works: asks no more. */
  found: () => void
}

/**
 * Browsers do not tell when a line works again that was bad and never gone, and pauses of rows grow to minutes: a small
 * question in between does.
 */
export function watchServerReturn(
  onReturn: () => void,
  { isReady = isServerReady, random = Math.random } = {},
): ServerReturn {
  let timer: ReturnType<typeof setTimeout> | undefined
  let unanswered = 0
  let disappointed = 0
  let saidReady = false

  const pause = () => {
    if (disappointed > doubts) return backoff(disappointed, null, random())
    const doubt = disappointed === 0 ? 0 : Math.min(longestDoubt, backoff(disappointed, null, random()))
    return Math.max(doubt, Math.min(longestPause, backoff(unanswered + 1, null, random())))
  }
  const ask = async () => {
    timer = undefined
    saidReady = await isReady()
    if (saidReady) {
      unanswered = 0
      onReturn()
      return
    }
    unanswered += 1
    disappointed = 0
    timer ??= setTimeout(ask, pause())
  }
  return {
    lost: () => {
      if (saidReady) disappointed += 1
      saidReady = false
      timer ??= setTimeout(ask, pause())
    },
    found: () => {
      clearTimeout(timer)
      timer = undefined
      unanswered = 0
      disappointed = 0
      saidReady = false
    },
  }
}
