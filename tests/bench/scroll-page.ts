import type { Browser, CDPSession, Page } from 'playwright'
import type { TestUser } from '../support/accounts.ts'
import { signIn } from '../support/pages/sign-in.ts'

/** px a frame: browsing, and a fast fling. */
const speeds = [20, 120] as const
const frames = 300

export interface Run {
  speed: number
  /** CPU milliseconds a frame, on the console and on the peer. */
  work: number
  peer: number
  /** Longest task of 50 ms and more, in wall milliseconds; 0: none. */
  worst: number
}

export interface Figures {
  runs: Run[]
  /** Readings loaded by scrolling to the end, and the page's heap in bytes then. */
  came: number
  heap: number
  /** Longest task while loading all, in milliseconds. */
  loading: number
}

interface Bench {
  browser: Browser
  origin: string
  user: TestUser
  rows: number
}

interface Device {
  viewport: { width: number; height: number }
  /** CPU slowdown. */
  slowed: number
}

/** Opens all readings, scrolls to the end until all are loaded, then measures. */
export async function measureDevice(
  { browser, origin, user, rows }: Bench,
  { viewport, slowed }: Device,
): Promise<Figures> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    hasTouch: viewport.width < 1000,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await signIn(page, user)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  const tasks = await watchTasks(page)
  const from = new Date(Date.now() - (rows + 3000) * 60_000).toISOString().slice(0, 10)
  const came = await loadAll(page, `/?period=range&from=${from}-00-00&limit=all`, rows)
  const loading = await tasks.worst()
  await session.send('HeapProfiler.collectGarbage')
  const heap = (await metrics(session))['JSHeapUsedSize'] ?? 0

  const sources = await page
    .locator('a[data-reading] img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))
  const peerPage = await context.newPage()
  await peerPage.setContent(plainPage(sources, viewport.width))
  const peerSession = await context.newCDPSession(peerPage)
  await peerSession.send('Performance.enable')
  await peerSession.send('Emulation.setCPUThrottlingRate', { rate: slowed })

  const runs: Run[] = []
  for (const speed of speeds) {
    await peerPage.bringToFront()
    await toTop(peerPage)
    const peer = await scroll(peerPage, peerSession, speed)
    await page.bringToFront()
    await toTop(page)
    await tasks.forget()
    const work = await scroll(page, session, speed)
    runs.push({ speed, work, peer, worst: await tasks.worst() })
  }
  await context.close()
  return { runs, came, heap, loading }
}

/** Scrolls to the end as fast as rows arrive: half a chunk a step, each once tiles are in the viewport. */
async function loadAll(page: Page, path: string, rows: number): Promise<number> {
  let came = 0
  page.on('requestfinished', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/v1/meters-values' && !searchParams.has('before'))
      came += Number(searchParams.get('limit'))
  })
  await page.goto(path)
  await page.locator('a[data-reading]').first().waitFor()
  while (came < rows) {
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const isHere = () =>
            [...document.querySelectorAll('a[data-reading]')].some((tile) => {
              const { top, bottom } = tile.getBoundingClientRect()
              return bottom > 0 && top < innerHeight
            })
          const step = () => {
            if (isHere()) {
              window.scrollBy(0, 8000)
              requestAnimationFrame(() => resolve())
            } else requestAnimationFrame(step)
          }
          step()
        }),
    )
  }
  return Math.min(came, rows)
}

const toTop = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        window.scrollTo(0, 0)
        setTimeout(resolve, 1000)
      }),
  )

/** CPU milliseconds a frame while scrolling from the top. */
async function scroll(page: Page, session: CDPSession, speed: number): Promise<number> {
  const before = (await metrics(session))['ProcessTime'] ?? 0
  await page.evaluate(
    ([step, count]) =>
      new Promise<void>((resolve) => {
        let left = count
        const next = () => {
          window.scrollBy(0, step)
          left -= 1
          if (left > 0) requestAnimationFrame(next)
          else resolve()
        }
        requestAnimationFrame(next)
      }),
    [speed, frames] as const,
  )
  const after = (await metrics(session))['ProcessTime'] ?? 0
  return ((after - before) * 1000) / frames
}

async function metrics(session: CDPSession): Promise<Record<string, number>> {
  const { metrics: all } = await session.send('Performance.getMetrics')
  return Object.fromEntries(all.map(({ name, value }) => [name, value]))
}

/** The browser reports tasks of 50 ms and more only. */
async function watchTasks(page: Page) {
  await page.addInitScript(() => {
    const kept: number[] = []
    Object.assign(window, { longTasks: kept })
    new PerformanceObserver((list) =>
      kept.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
      buffered: true,
    })
  })
  const kept = () => page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
  return {
    worst: async () => Math.max(0, ...(await kept())),
    forget: () =>
      page.evaluate(() => void (window as unknown as { longTasks: number[] }).longTasks.splice(0)),
  }
}

/** As high as any run scrolls. */
function plainPage(sources: readonly string[], width: number): string {
  const tile = (
    index: number,
  ) => `<li><img src="${sources[index % sources.length]}" loading="lazy" decoding="async">
    <p>No.${index} 第二プラント 冷却水循環ポンプ 吐出圧力</p><b>0.42 MPa</b></li>`
  const columns = width < 576 ? 1 : Math.floor(width / 240)
  const height = Math.max(...speeds) * frames * 1.2
  return `<!doctype html><meta charset="utf-8"><style>
    ul { display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 12px; padding: 0 }
    li { height: ${width < 576 ? 96 : 285}px; overflow: hidden; border: 1px solid; list-style: none }
    img { width: 132px; height: 96px; object-fit: cover }</style>
    <ul>${Array.from({ length: Math.ceil(height / (width < 576 ? 108 : 297)) * columns }, (_, index) => tile(index)).join('')}</ul>`
}
