import type { BrowserContext, ConsoleMessage } from 'playwright'

/** Statuses of failed responses, each with a part of the path; or a part of a console error. */
export type Expected = readonly ({ status: number; path: string } | { says: string })[]

interface ErrorWatch {
  /** Violations in words; empty: none. */
  complaints: () => string[]
}

/** Chromium's message for a failed response. */
const failedLoad = /^Failed to load resource: (?:(net::\S+)|the server responded with a status of (\d+))/

/** Chromium's message for a failed service worker update, which it schedules itself. */
const noServiceWorker = 'An unknown error occurred when fetching the script.'

/**
 * Watches pages and workers of a browser: console errors, unhandled errors and rejections, third-party
 * requests.
 */
export function watchErrors(context: BrowserContext, origin: string, expected: Expected): ErrorWatch {
  const complaints: string[] = []

  function hear(message: ConsoleMessage): void {
    if (message.type() !== 'error') return
    const load = failedLoad.exec(message.text())
    // Journeys cut the line on purpose and assert the result themselves.
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
