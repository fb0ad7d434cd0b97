import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { sizes } from '../../support/browser/browsers.ts'
import { chromiumFlags, chromiumPath } from '../../support/browser/chromium.ts'
import { prepare, shiftClock } from './injected.ts'

/** A browser whose profile outlives it, with one page. */
export interface CampaignPhone {
  /** Loads a page of the app; resolves when it is parsed, or with what went wrong. */
  goto: (path: string) => Promise<Error | null>
  /** Runs a function in the page; null: the page is on its way to another one. */
  run: <A extends readonly unknown[], T>(work: (...given: A) => T, ...given: A) => Promise<Awaited<T> | null>
  /** From now on, on this page and the next ones. */
  shiftClock: (minutes: number) => Promise<void>
  /** The service worker, where the browser lets it be stopped. */
  stopWorker: () => Promise<void>
  /** `kill -9`, and a browser on the same profile. */
  killAndRestart: () => Promise<void>
  screenshot: (file: string) => Promise<void>
  close: () => Promise<void>
}

/** No first-run pages, no requests to third parties. */
const firefoxPreferences = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
}

/** A page that is thought to be in the background gets little of a busy machine. */
const alwaysInFront = ['--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows']

const longest = 30_000
/** The campaign ends by itself. */
const ownSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }

export async function openCampaignPhone(
  name: 'chromium' | 'firefox',
  origin: string,
): Promise<CampaignPhone> {
  const folder = await mkdtemp(join(tmpdir(), 'kenshin-campaign-'))
  const profile = join(folder, 'profile')
  let minutes = 0
  let { browser, page } = await launch()

  async function launch(): Promise<{ browser: Browser; page: Page }> {
    const common = {
      headless: true,
      userDataDir: profile,
      defaultViewport: sizes.phone,
      ...ownSignals,
    }
    const opened =
      name === 'chromium'
        ? await puppeteer.launch({
            ...common,
            executablePath: chromiumPath,
            args: [...chromiumFlags, ...alwaysInFront],
          })
        : await puppeteer.launch({
            ...common,
            browser: 'firefox',
            executablePath: '/usr/bin/firefox-esr',
            extraPrefsFirefox: firefoxPreferences,
          })
    const first = (await opened.pages())[0] ?? (await opened.newPage())
    first.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
    // As a person does who sees that the page has broken down.
    first.on('error', (error) => {
      console.warn(`${error.message} at ${first.url()}`)
      void first.reload().catch(() => undefined)
    })
    await first.evaluateOnNewDocument(prepare)
    if (minutes !== 0) await first.evaluateOnNewDocument(shiftClock, minutes)
    return { browser: opened, page: first }
  }

  return {
    async goto(path) {
      try {
        await page.goto(origin + path, { waitUntil: 'domcontentloaded', timeout: longest })
        return null
      } catch (error) {
        return error as Error
      }
    },
    async run(work, ...given) {
      const late = Promise.withResolvers<null>()
      const timer = setTimeout(() => {
        console.warn(`${work.name} got no answer from ${page.url()}`)
        late.resolve(null)
      }, longest)
      try {
        // Puppeteer types what it passes on by the function's own parameters.
        return await Promise.race([page.evaluate(work as never, ...(given as never)), late.promise])
      } catch (error) {
        if (isUnderWay(error)) return null
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    async shiftClock(next) {
      if (next === minutes) return
      minutes = next
      await page.evaluateOnNewDocument(shiftClock, next)
      await page.evaluate(shiftClock, next).catch(() => undefined)
    },
    async stopWorker() {
      if (name !== 'chromium') return
      const session = await page.createCDPSession()
      await session.send('ServiceWorker.enable')
      await session.send('ServiceWorker.stopAllWorkers')
      await session.detach()
    },
    async killAndRestart() {
      const process = browser.process()
      const gone = new Promise((resolve) => process?.once('exit', resolve))
      process?.kill('SIGKILL')
      await gone
      // Puppeteer puts back what it had changed of Firefox's preferences.
      const isChanging = async () => (await readdir(profile)).some((file) => file.endsWith('.puppeteer'))
      for (let turn = 0; turn < 250 && (await isChanging()); turn += 1) await pause(20)
      ;({ browser, page } = await launch())
    },
    async screenshot(file) {
      await page.screenshot({ path: file as `${string}.png` }).catch(() => undefined)
    },
    async close() {
      await browser.close().catch(() => undefined)
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** The page that was asked is being replaced. */
const isUnderWay = (error: unknown): boolean =>
  error instanceof Error &&
  /context was destroyed|Cannot find context|detached|Target closed|Target crashed|Session closed|navigat|no such frame|no such history|DiscardedBrowsingContext|AbortError/i.test(
    error.message,
  )
