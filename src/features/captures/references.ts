import { QueryObserver } from '@tanstack/react-query'
import { deviceType } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'
import { mostReferences } from '../../../offline/pictures.ts'
import { accessKey } from '../../lib/keys.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { queryClient } from '../../lib/query.ts'

/** A picture as a phone holds it. */
export interface ReferencePicture {
  bytes: ArrayBuffer
  mime: string
}

/** An inspector does not wait longer for a picture that only makes reading better. Milliseconds. */
const timeout = 5000

/**
 * The picture on which a meter's settings were made: from the device where it is kept, else from the network, if that
 * is quick enough. Null where it cannot be had; the photograph is then read without.
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

/** Chromium's; not among TypeScript's own types. A person who saves data fetches a picture when they need it. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** A moment in which nothing else is to be done. Safari has no such call; there a short pause must do. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 10_000 })
    else setTimeout(resolve, 200)
  })

/** Until the worker answers this page's calls, nothing that is fetched is kept. */
async function workerAnswers(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return
  const { promise, resolve } = Promise.withResolvers<void>()
  serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  await promise
}

const pathOf = (address: string) => new URL(address, location.href).pathname

/** Asked for by this page already, by path: the signature behind it changes daily. */
const asked = new Set<string>()

async function keep(meters: readonly Meter[]): Promise<void> {
  await workerAnswers()
  const addresses = meters
    .filter((meter) => meter.device?.type === deviceType.mobile)
    .flatMap(({ reference }) => (reference === null ? [] : [reference]))
    .slice(0, mostReferences)
  for (const address of addresses) {
    const path = pathOf(address)
    if (asked.has(path)) continue
    await idle()
    // Who has signed out leaves nothing behind.
    if (!navigator.onLine || savesData() || accessKey() === null) return
    // What is kept already costs no network.
    if ((await fetchReference(address)) !== null) asked.add(path)
  }
}

/**
 * Lets the worker keep the reference pictures of the meters that are read by phone, so that photographs are registered
 * to them without signal. One after the other, in idle time, whenever the list of meters has come from the server.
 * Returns a function that ends it.
 */
export function startKeepingReferences(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  let newest: readonly Meter[] = []
  let running = false
  const keepNewest = async () => {
    let done: readonly Meter[]
    do {
      done = newest
      await keep(done)
    } while (newest !== done)
  }
  const look = (meters: readonly Meter[] | undefined) => {
    if (meters === undefined) return
    // The list from the last visit comes first: its addresses may have run out, those of the next one have not.
    newest = meters
    if (running) return
    running = true
    keepNewest()
      .catch(console.warn)
      .finally(() => {
        running = false
      })
  }
  // Only looks on: others decide when the list is fetched.
  const observer = new QueryObserver(queryClient, { ...metersQuery, enabled: false })
  look(observer.getCurrentResult().data)
  return observer.subscribe(({ data }) => look(data))
}
