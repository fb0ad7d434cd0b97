import { QueryObserver } from '@tanstack/react-query'
import { deviceType } from '../../../../contract/devices.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { maxReferences } from '../../../../offline/pictureCaches.ts'
import { queryClient } from '../../../lib/live/queryClient.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { accessKey } from '../../../lib/session/sessionKeys.ts'

export interface ReferencePicture {
  bytes: ArrayBuffer
  mime: string
}

/** The picture is optional; the inspector does not wait longer. Milliseconds. */
const timeout = 5000

/**
 * The picture on which a meter's settings were made: from the cache, else the network. Null if neither in time; the
 * photograph is then read without it.
 */
export async function fetchReference(address: string | null): Promise<ReferencePicture | null> {
  if (address === null) return null
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeout) })
    const mime = answer.headers.get('content-type') ?? ''
    return answer.ok && mime.startsWith('image/') ? { bytes: await answer.arrayBuffer(), mime } : null
  } catch {
    return null
  }
}

/** Chromium only and not in TypeScript's types. Data saving: pictures load when needed. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Waits for an idle moment; Safari has no `requestIdleCallback`, so a short pause there. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 10_000 })
    else setTimeout(resolve, 200)
  })

/** Nothing is cached until the service worker controls the page. */
async function workerReady(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return
  const { promise, resolve } = Promise.withResolvers<void>()
  serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  await promise
}

const pathOf = (address: string) => new URL(address, location.href).pathname

/** Paths already requested; without the signature, which changes daily. */
const requestedPaths = new Set<string>()

async function cachePictures(meters: readonly Meter[]): Promise<void> {
  await workerReady()
  const addresses = meters
    .filter((meter) => meter.device?.type === deviceType.mobile)
    .flatMap(({ reference }) => (reference === null ? [] : [reference]))
    .slice(0, maxReferences)
  for (const address of addresses) {
    const path = pathOf(address)
    if (requestedPaths.has(path)) continue
    await idle()
    // After sign-out nothing is cached.
    if (!navigator.onLine || savesData() || accessKey() === null) return
    if ((await fetchReference(address)) !== null) requestedPaths.add(path)
  }
}

/**
 * Lets the service worker cache the reference pictures of meters read by phone, for offline registration: one at a
 * time, when idle, after each fetch of the meters. Returns a function that stops it.
 */
export function startCachingReferences(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  let newest: readonly Meter[] = []
  let running = false
  const cacheNewest = async () => {
    let done: readonly Meter[]
    do {
      done = newest
      await cachePictures(done)
    } while (newest !== done)
  }
  const onMeters = (meters: readonly Meter[] | undefined) => {
    if (meters === undefined) return
    // The cached list comes first, possibly with expired URLs.
    newest = meters
    if (running) return
    running = true
    cacheNewest()
      .catch(console.warn)
      .finally(() => {
        running = false
      })
  }
  // Only observes; others fetch the list.
  const observer = new QueryObserver(queryClient, { ...metersQuery, enabled: false })
  onMeters(observer.getCurrentResult().data)
  return observer.subscribe(({ data }) => onMeters(data))
}
