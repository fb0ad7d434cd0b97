import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { eventEndpoints } from '../../../contract/events.ts'
import { chromiumFlags, chromiumPath, headlessShellPath } from './chromium.ts'
import { expect } from './expect.ts'
import { longestWait } from './longest-wait.ts'
import { keepOffline } from './offline.ts'
import { type Expected, watchErrors } from './page-errors.ts'

export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const

const japan = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo' }

/** One a worker, for all its files; ends with it, when its pipe to it does. */
let shared: Promise<Browser> | undefined

export interface Opening {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** Blocked by default: a worker loads the whole app in the background of each test. */
  serviceWorkers?: 'allow'
  /** `silent`: the event stream is open but empty, so that only the page's own requests return data. */
  news?: 'told' | 'silent'
  /** Expected failed responses; any other complaint of a page fails the test. */
  expected?: Expected
}

/** An isolated browser context; closed with the test. */
export async function openBrowser(origin: string, opening: Opening = {}): Promise<Page> {
  const { viewport = sizes.desktop, colorScheme = 'light', serviceWorkers = 'block', expected = [] } = opening
  shared ??= chromium.launch({ executablePath: headlessShellPath, args: chromiumFlags })
  const browser = await shared
  const context = await browser.newContext({
    ...japan,
    baseURL: origin,
    ignoreHTTPSErrors: true,
    viewport,
    colorScheme,
    serviceWorkers,
    hasTouch: viewport.width < sizes.desktop.width,
    // A tenth less of the processor; `openPhone` keeps the motion.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(longestWait)
  keepOffline(context)
  if (opening.news === 'silent') await context.addInitScript(silenceEvents, eventEndpoints.events.path)
  const watched = watchErrors(context, origin, expected)
  onTestFinished(async () => {
    await context.close()
    expect(watched.complaints()).toEqual([])
  })
  return context.newPage()
}

/** Runs in the page. */
function silenceEvents(path: string): void {
  const ask = window.fetch
  const hello = new TextEncoder().encode('event: hello\ndata: {}\n\n')
  window.fetch = async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith(path)) return ask(input, init)
    const body = new ReadableStream({ start: (stream) => stream.enqueue(hello) })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

/** A phone: its profile outlives its browser. */
interface Phone {
  /** Of the current browser. */
  context: () => BrowserContext
  open: (path: string) => Promise<Page>
  /** The browser goes on. */
  closePages: () => Promise<void>
  /** `kill -9`. */
  kill: () => Promise<void>
  /** Starts a browser on the same profile. */
  restart: () => Promise<void>
}

interface PhoneOptions {
  /** The camera's JPEG; default: no camera. */
  camera?: Uint8Array
  /** `page`: the headless shell, which has no background sync, so that only an open page sends. */
  sendsFrom?: 'page' | 'worker'
  /** Chromium's setting that blocks all cookies also refuses storage, caches, locks and service workers to pages. */
  cookies?: 'blocked'
  expected?: Expected
}

/** Its own phone, 390 px with touch; closed with the test. */
export async function openPhone(
  origin: string,
  { camera, sendsFrom = 'worker', cookies, expected = [] }: PhoneOptions = {},
): Promise<Phone> {
  const folder = await mkdtemp(join(tmpdir(), 'kenshin-phone-'))
  const profile = join(folder, 'profile')
  const film = join(folder, 'camera.mjpeg')
  // Motion JPEG: concatenated JPEGs.
  if (camera) await writeFile(film, Buffer.concat([camera, camera]))
  if (cookies === 'blocked') {
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
    await mkdir(join(profile, 'Default'), { recursive: true })
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(settings))
  }
  const complaints: (() => string[])[] = []

  async function launch(): Promise<BrowserContext> {
    const context = await chromium.launchPersistentContext(profile, {
      ...japan,
      executablePath: sendsFrom === 'page' ? headlessShellPath : chromiumPath,
      args: [
        ...chromiumFlags,
        ...(camera
          ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
          : []),
      ],
      baseURL: origin,
      viewport: sizes.phone,
      hasTouch: true,
      isMobile: true,
      // Unlisted permissions are denied.
      permissions: ['camera', 'notifications', ...(sendsFrom === 'worker' ? ['background-sync'] : [])],
    })
    context.setDefaultTimeout(longestWait)
    keepOffline(context)
    complaints.push(watchErrors(context, origin, expected).complaints)
    return context
  }

  let context = await launch()
  onTestFinished(async () => {
    await context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    expect(complaints.flatMap((each) => each())).toEqual([])
  })
  return {
    context: () => context,
    async open(path) {
      const page = await context.newPage()
      await page.goto(path)
      return page
    },
    async closePages() {
      for (const page of context.pages()) if (page.url().startsWith(origin)) await page.close()
    },
    async kill() {
      const gone = new Promise((resolve) => context.once('close', resolve))
      for (const pid of rootsOf(profile)) process.kill(pid, 'SIGKILL')
      await gone
      await expect.poll(() => rootsOf(profile)).toEqual([])
    },
    async restart() {
      context = await launch()
    },
  }
}

/** Main processes of browsers on this profile. */
function rootsOf(profile: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const args = commandOf(pid)
      return args.includes(`--user-data-dir=${profile}`) && !args.some((arg) => arg.startsWith('--type='))
    })
    .map(Number)
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    // It ended meanwhile.
    return []
  }
}
