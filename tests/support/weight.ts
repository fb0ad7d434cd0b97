import type { Page, Request } from 'playwright'

/** What a page's scripts cost a visitor whose browser holds nothing yet: bytes as they were sent, by file. */
export async function scriptsOf(page: Page, visit: () => Promise<void>): Promise<Map<string, number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Network.setBypassServiceWorker', { bypass: true })
  const asked: Request[] = []
  const note = (request: Request) => {
    if (/^\/assets\/.*\.js$/.test(new URL(request.url()).pathname)) asked.push(request)
  }
  page.on('request', note)
  await visit()
  const sent = new Map<string, number>()
  // One script may ask for others; ends when nothing has been asked for since.
  for (let measured = 0; measured < asked.length; ) {
    for (const request of asked.slice(measured)) {
      const { responseBodySize } = await request.sizes()
      const path = new URL(request.url()).pathname
      // A file that was preloaded is asked for again, and comes from memory: then there is no size.
      sent.set(path, Math.max(responseBodySize, sent.get(path) ?? 0))
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
