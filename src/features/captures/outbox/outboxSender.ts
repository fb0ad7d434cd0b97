import { backoff } from '../../../../offline/backoff.ts'
import { DatabaseRefused } from '../../../../offline/database.ts'
import { drain, remaining } from '../../../../offline/drain.ts'
import { watchOutbox } from '../../../../offline/outbox.ts'
import { watchSession } from '../../../../offline/storedSession.ts'
import { requestBackgroundSync } from '../../../lib/held/requestBackgroundSync.ts'
import { queryClient } from '../../../lib/live/queryClient.ts'
import { reloadAfterSending } from '../../../lib/mutations/readingMutations.ts'
import { refreshTokenStore } from '../../../lib/session/sessionKeys.ts'
import { markBusy } from '../../../pwa/busy.ts'
import { startCachingReferences } from '../camera/referencePictures.ts'
import { isServerReady, watchServerReturn } from './serverReturn.ts'

/** Rows change in bursts. Milliseconds. */
const debounceDelay = 300
/** How long another tab or the worker may send before this page looks again. */
const longestWait = 60_000
/** After an error of the storage. */
const recheckInterval = 10_000
/** A clock that was set back makes the time of the next attempt a day away. Milliseconds. */
const longestTimer = 300_000
/** A change that is announced just when a run ends, or whose announcement is lost, is seen by then. Milliseconds. */
const missedInterval = 20_000

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

const serverReturn = watchServerReturn(() => void sendOutbox('all'))
/** Drains in a row that sent nothing and left rows in their pauses. */
let failures = 0

async function sendAsLongAsWanted(): Promise<void> {
  const done = markBusy('outbox')
  try {
    while (wanted !== 'no') {
      const skipBackoff = wanted === 'all'
      wanted = 'no'
      // Attempts made offline would only lengthen the backoff.
      if (!navigator.onLine && !(await isServerReady())) {
        serverReturn.lost()
        return
      }
      const options = { skipBackoff, tokenStore: refreshTokenStore }
      // What another tab or the worker leaves is sent here.
      const drained =
        (await drain(options)) ?? (await drain({ ...options, wait: AbortSignal.timeout(longestWait) }))
      if (drained === null) return
      if (drained.sent > 0) reloadAfterSending(queryClient)
      goOnAfter(drained)
    }
  } catch (error) {
    // Nothing is stored there that could be sent.
    if (error instanceof DatabaseRefused) return
    console.warn(error)
    sendAt(Date.now() + recheckInterval)
  } finally {
    done()
  }
}

function goOnAfter({ sent, nextAt, paused }: NonNullable<Awaited<ReturnType<typeof drain>>>): void {
  failures = paused && sent === 0 ? failures + 1 : 0
  if (paused) serverReturn.lost()
  else serverReturn.found()
  // Rows that were never tried are due at once: a line that fails is not given one after the other.
  const pause = failures === 0 ? 0 : backoff(failures, null) / 2
  if (nextAt !== null) sendAt(Math.max(nextAt, Date.now() + pause))
}

function sendAt(time: number): void {
  clearTimeout(timer)
  timer = setTimeout(
    () => void sendOutbox(),
    Math.min(Math.max(time - Date.now(), debounceDelay), longestTimer),
  )
}

async function sendMissed(): Promise<void> {
  // Those that failed have their own timer.
  if (running || failures > 0) return
  const { nextAt } = await remaining(Date.now()).catch(() => ({ nextAt: null }))
  if (nextAt !== null && nextAt <= Date.now()) await sendOutbox()
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
  const missed = setInterval(() => void sendMissed(), missedInterval)
  void sendOutbox().then(requestBackgroundSync)
  const stopKeeping = startCachingReferences()
  return () => {
    ending.abort()
    stopKeeping()
    stopOutbox()
    stopSession()
    clearTimeout(timer)
    clearInterval(missed)
    serverReturn.found()
  }
}
