import { drain } from '../../../offline/drain.ts'
import { watchOutbox } from '../../../offline/outbox.ts'
import { watchSession } from '../../../offline/storedSession.ts'
import { reloadAfterSending } from '../../lib/queries/readingMutations.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { refreshTokenStore } from '../../lib/sessionKeys.ts'
import { markBusy } from '../../pwa/busy.ts'
import { startCachingReferences } from './referencePictures.ts'
import { requestBackgroundSync } from './requestBackgroundSync.ts'

/** Rows change in bursts. Milliseconds. */
const debounceDelay = 300
const recheckInterval = 60_000
/** Limit of `setTimeout`. Milliseconds. */
const longestTimer = 2 ** 31 - 1

let timer: ReturnType<typeof setTimeout> | undefined
let running: Promise<void> | null = null
let wanted: 'no' | 'due' | 'all' = 'no'

/** Sends what is due; `all`: also what waits for a retry. Resolves when nothing is left for now. */
export async function sendOutbox(which: 'due' | 'all' = 'due'): Promise<void> {
  if (wanted !== 'all') wanted = which
  running ??= sendAsLongAsWanted().finally(() => {
    running = null
  })
  await running
}

async function sendAsLongAsWanted(): Promise<void> {
  const done = markBusy('outbox')
  try {
    while (wanted !== 'no') {
      const skipBackoff = wanted === 'all'
      wanted = 'no'
      // `onLine` false is reliable, true is not. Attempts made offline would only lengthen the backoff.
      if (!navigator.onLine) return
      const drained = await drain({ skipBackoff, tokenStore: refreshTokenStore })
      // The lock's holder, another tab or the worker, may end early.
      if (drained === null) sendAt(Date.now() + recheckInterval)
      else if (drained.nextAt !== null) sendAt(drained.nextAt)
      if (drained && drained.sent > 0) reloadAfterSending(queryClient)
    }
  } catch (error) {
    console.warn(error)
    sendAt(Date.now() + recheckInterval)
  } finally {
    done()
  }
}

function sendAt(time: number): void {
  clearTimeout(timer)
  timer = setTimeout(
    () => void sendOutbox(),
    Math.min(Math.max(time - Date.now(), debounceDelay), longestTimer),
  )
}

/**
 * Sends captures while a page is open: at once, when back online or visible, on changes of outbox or session, and after
 * a backoff. Needs no background sync. Returns a function that stops it.
 */
export function startOutboxSender(): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const whenShown = () => {
    if (document.visibilityState === 'visible') void sendOutbox()
    // The page may be closed; the worker continues.
    else void requestBackgroundSync()
  }
  window.addEventListener('online', () => void sendOutbox('all'), { signal })
  window.addEventListener('pageshow', () => void sendOutbox(), { signal })
  window.addEventListener('focus', () => void sendOutbox(), { signal })
  document.addEventListener('visibilitychange', whenShown, { signal })
  const stopOutbox = watchOutbox(() => {
    if (!running) sendAt(Date.now() + debounceDelay)
  })
  const stopSession = watchSession((session) => {
    if (session) sendAt(Date.now() + debounceDelay)
  })
  void sendOutbox().then(requestBackgroundSync)
  const stopKeeping = startCachingReferences()
  return () => {
    ending.abort()
    stopKeeping()
    stopOutbox()
    stopSession()
    clearTimeout(timer)
  }
}
