import type { BrowserContext, CDPSession } from 'playwright'

/**
 * Chromium 150 drops a page's offline emulation when a worker answers a navigation: `navigator.onLine`
 * becomes true while nothing is reachable. So it is set again after each load.
 */
export function keepOffline(context: BrowserContext): void {
  let offline = false
  const sessions = new Set<CDPSession>()
  const tell = (session: CDPSession) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  context.on('page', async (page) => {
    const session = await context.newCDPSession(page).catch(() => null)
    if (session === null) return
    await session.send('Network.enable')
    sessions.add(session)
    page.on('close', () => sessions.delete(session))
    page.on('domcontentloaded', () => {
      // The page may be closing.
      if (offline) tell(session).catch(() => undefined)
    })
  })
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async (now) => {
    offline = now
    await setOffline(now)
    await Promise.all([...sessions].map((session) => tell(session).catch(() => undefined)))
  }
}
