/**
 * Chromium (seen in 156) sometimes leaves a lock free that others wait for, after the page that held it was left, until a
 * waiting request is taken back (docs/faults.md). Milliseconds.
 */
const longestTurn = 3000

/**
 * Runs `work` under a Web Lock, waiting for it as long as `signal` is not aborted. Asks again now and then: the place in
 * the queue is lost.
 *
 * @throws DOMException as `signal` says when it aborts first; what `work` throws.
 */
export async function waitForLock<T>(
  name: string,
  work: () => Promise<T>,
  signal = new AbortController().signal,
): Promise<T> {
  for (;;) {
    const turn = new AbortController()
    const end = () => turn.abort(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
    const timer = setTimeout(() => turn.abort(), longestTurn)
    let granted = false
    const stopWaiting = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    }
    try {
      return await navigator.locks.request(name, { signal: turn.signal }, () => {
        granted = true
        stopWaiting()
        return work()
      })
    } catch (error) {
      stopWaiting()
      if (granted || signal.aborted || !turn.signal.aborted) throw error
    }
  }
}
