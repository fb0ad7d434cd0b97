import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '../../support/browser/browser-processes.ts'
import { miniBrowser, openScreen } from '../../support/browser/mini-browser.ts'
import { freePort } from '../../support/server/server.ts'
import { prepare, shiftClock } from './injected.ts'
import type { CampaignPhone } from './phone.ts'
import { inspect } from './webkit-inspector.ts'

/** Kills screen and browser after so many seconds. */
const longestCampaign = 24 * 3600
/** Milliseconds. */
const longest = 30_000

/**
 * WebKitGTK's MiniBrowser; what it stores is in its home folder. Without TLS it keeps no page that was left: there it
 * does so even where the server forbids it, and what such a page was writing holds up the next one.
 */
export async function openWebKitPhone(origin: string): Promise<CampaignPhone> {
  const isSecure = origin.startsWith('https:')
  const folder = await mkdtemp(join(tmpdir(), 'kenshin-campaign-'))
  const screen = await openScreen(longestCampaign)
  let minutes = 0
  let { browser, page } = await launch()

  async function launch() {
    const port = await freePort()
    const started = start(
      miniBrowser(),
      [isSecure ? '--ignore-tls-errors' : '--enable-page-cache=false', 'about:blank'],
      {
        ...process.env,
        ...screen.environment(folder),
        WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}`,
      },
      longestCampaign,
    )
    try {
      const inspected = await Promise.race([inspect(port), started.ended])
      await inspected.prepareDocuments(bootstrap())
      return { browser: started, page: inspected }
    } catch (error) {
      await started.close()
      await screen.close()
      throw error
    }
  }

  function bootstrap(): string {
    return `(${prepare})();(${acceptLeaving})();(${shiftClock})(${minutes})`
  }

  /** Null: no answer in time. */
  const within = async <T>(answer: Promise<T>): Promise<T | null> => {
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), longest)
    try {
      return await Promise.race([answer, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async goto(path) {
      try {
        const parsed = page.nextPage()
        const done = await within(Promise.all([page.send('Page.navigate', { url: origin + path }), parsed]))
        return done === null ? new Error(`no answer to ${path}`) : null
      } catch (error) {
        return error as Error
      }
    },
    async run<A extends readonly unknown[], T>(
      work: (...given: A) => T,
      ...given: A
    ): Promise<Awaited<T> | null> {
      const answer = await within(page.evaluate(`(async () => (${work})(...${JSON.stringify(given)}))()`))
      return answer as Awaited<T> | null
    },
    async shiftClock(next) {
      if (next === minutes) return
      minutes = next
      await within(page.prepareDocuments(bootstrap()))
      await within(page.evaluate(`(async () => (${shiftClock})(${next}))()`))
    },
    // The inspector does not reach it.
    stopWorker: () => Promise.resolve(),
    async killAndRestart() {
      await browser.close()
      ;({ browser, page } = await launch())
    },
    async screenshot(file) {
      const area = { x: 0, y: 0, width: 800, height: 600, coordinateSystem: 'Viewport' }
      const answer = await within(page.send('Page.snapshotRect', area)).catch(() => null)
      const [, base64] = answer?.dataURL?.split(',') ?? []
      if (base64 !== undefined) await writeFile(file, Buffer.from(base64, 'base64'))
    },
    async close() {
      page.close()
      await browser.close()
      await screen.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** A question on leaving would wait for a press. Runs in the page before its scripts. */
function acceptLeaving(): void {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
}
