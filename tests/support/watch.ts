import type { BrowserContext, ConsoleMessage } from 'playwright'

/** Statuses of failed answers, each with a part of the address it comes from; or a part of an error in the console. */
export type Expected = readonly ({ status: number; path: string } | { says: string })[]

export interface Watched {
  /** What must not have happened, in words; empty when all was well. */
  complaints: () => string[]
}

/** Chromium’s own line about an answer that failed. */
const failedLoad = /^Failed to load resource: (?:(net::\S+)|the server responded with a status of (\d+))/

/** Chromium’s own line when no server answered its look for a new service worker, which has its own times. */
const noServiceWorker = 'An unknown error occurred when fetching the script.'

/**
 * Listens to everything that pages and workers of a browser do: errors in the console, errors and rejections that
 * nobody handled, and requests to anyone but our own server.
 */
export function watch(context: BrowserContext, origin: string, expected: Expected): Watched {
  const complaints: string[] = []

  function hear(message: ConsoleMessage): void {
    if (message.type() !== 'error') return
    const load = failedLoad.exec(message.text())
    // Journeys cut the line on purpose; what the app makes of it is asserted by each.
    if (load?.[1] !== undefined || message.text() === noServiceWorker) return
    const address = message.location().url
    const known = expected.some((each) =>
      'says' in each
        ? message.text().includes(each.says)
        : Number(load?.[2]) === each.status && address.includes(each.path),
    )
    if (!known) complaints.push(`${message.text()} (${address})`)
  }

  context.on('console', hear)
  context.on('weberror', (error) => complaints.push(String(error.error().stack ?? error.error())))
  context.on('serviceworker', (worker) => worker.on('console', hear))
  context.on('request', (request) => {
    const { origin: asked, protocol } = new URL(request.url())
    const own = asked === origin || protocol === 'data:' || protocol === 'blob:'
    if (!own) complaints.push(`a request to ${request.url()}`)
  })
  return { complaints: () => complaints }
}
