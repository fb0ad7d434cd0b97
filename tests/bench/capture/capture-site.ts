import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { count, eq } from 'drizzle-orm'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { connect, type Database } from '../../../server/db/client.ts'
import { startEmbedded } from '../../../server/db/embedded.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { readings } from '../../../server/db/schema.ts'
import { createLog } from '../../../server/log.ts'
import { bundle } from '../../support/browser/bundle.ts'
import { chromiumFlags, headlessShellPath } from '../../support/browser/chromium.ts'
import { keepOffline } from '../../support/browser/offline.ts'
import {
  type BuiltOrganization,
  buildOrganization,
  buildUser,
  type TestUser,
} from '../../support/server/accounts.ts'
import { type RunningServer, startServer } from '../../support/server/server.ts'

/** The built console on the real server, with one inspector. */
export interface CaptureSite {
  database: Database
  organization: BuiltOrganization
  server: RunningServer
  user: TestUser
  /** Resolves when the server has read every picture it got. */
  hasRead: () => Promise<void>
  close: () => Promise<void>
}

export async function openCaptureSite(): Promise<CaptureSite> {
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-bench-'))
  // As root PostgreSQL runs as its own user, who must pass through.
  chmodSync(folder, 0o711)
  const cluster = await startEmbedded(folder, 'bench')
  await migrate(cluster.url)
  const database = connect(cluster.url, createLog('silent'))
  const organization = await buildOrganization(database)
  const user = await buildUser(database, organization)
  const server = await startServer(cluster.url, { LOG_LEVEL: 'error', RATE_LIMIT: '1000000' })
  const unread = async () => {
    const [row] = await database.asSystem((tx) =>
      tx.select({ count: count() }).from(readings).where(eq(readings.readState, 0)),
    )
    return row?.count ?? 0
  }
  return {
    database,
    organization,
    server,
    user,
    async hasRead() {
      while ((await unread()) > 0) await pause(500)
    },
    async close() {
      await server.close()
      await database.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A browser on a profile that outlives it. */
export interface BenchPhone {
  context: () => BrowserContext
  /** A page of the app, with the bench's script beside it. */
  open: (path: string) => Promise<Page>
  /** Ends the browser and starts one on the same profile. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** A page that is thought to be in the background gets little of a busy machine. */
const alwaysInFront = ['--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows']

/** Without background sync (the headless shell has none), so that only the page sends. */
export async function openBenchPhone(origin: string): Promise<BenchPhone> {
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-bench-phone-'))
  const script = await bundle(new URL('capture-page.ts', import.meta.url))
  const launch = async () => {
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: headlessShellPath,
      args: [...chromiumFlags, ...alwaysInFront],
      baseURL: origin,
      viewport: { width: 390, height: 844 },
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      hasTouch: true,
      isMobile: true,
      permissions: ['camera'],
      // For the bench's own script.
      bypassCSP: true,
    })
    keepOffline(context)
    // A busy machine makes the bench late, not wrong.
    context.setDefaultTimeout(300_000)
    return context
  }
  let context = await launch()
  return {
    context: () => context,
    async open(path) {
      const page = await context.newPage()
      await page.goto(path)
      await page.addScriptTag({ content: script, type: 'module' })
      await page.waitForFunction(() => 'bench' in globalThis)
      return page
    },
    async restart() {
      await context.close()
      context = await launch()
    },
    async close() {
      await context.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** The button of the capture screen that leaves the value to the server. */
export const leave = /^(?:サーバーに任せる|写真だけを送信)$/

const sessions = new WeakMap<Page, CDPSession>()

async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  return session
}

/** Slows the page's thread; not its workers, nor the browser, which writes to the disk. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await sessionOf(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Milliseconds of the processor that the page's process has used. */
export async function processTime(page: Page): Promise<number> {
  const session = await sessionOf(page)
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ProcessTime')?.value ?? 0) * 1000
}

/** Both in turn, each first as often as the other, so that other load on the machine falls on both alike. */
export async function inTurn(
  rounds: number,
  one: () => Promise<void>,
  other: () => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const work of round % 2 === 0 ? [one, other] : [other, one]) await work()
  }
}
