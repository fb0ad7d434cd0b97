import type { Page, Request } from 'playwright'

/** Registers the worker, three seconds after the start: whether a screen is shown before depends on the machine. */
const workerStart = /^\/assets\/workbox-window/

/** Compressed bytes of the scripts that a screen needs at a first visit. */
export async function scriptsOf(page: Page, visit: () => Promise<void>): Promise<Map<string, number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Network.setBypassServiceWorker', { bypass: true })
  const asked: Request[] = []
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (/^\/assets\/.*\.js$/.test(pathname) && !workerStart.test(pathname)) asked.push(request)
  }
  page.on('request', note)
  await visit()
  const sent = new Map<string, number>()
  // Scripts may load others; ends when no more are requested.
  for (let measured = 0; measured < asked.length; ) {
    for (const request of asked.slice(measured)) {
      const length = await (await request.response())?.headerValue('content-length')
      sent.set(new URL(request.url()).pathname, Number(length))
      measured++
    }
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  }
  page.off('request', note)
  await devtools.detach()
  return sent
}

export const total = (sizes: Map<string, number>): number =>
  [...sizes.values()].reduce((sum, size) => sum + size, 0)
