import type { Browser, CDPSession, Page } from 'playwright'
import type { TestUser } from '../support/accounts.ts'
import { signIn } from '../support/pages/sign-in.ts'

const frames = 120
const rounds = 2

export interface Run {
  /** CPU milliseconds a frame of the page's process. */
  work: number
  /** Milliseconds between frames, by the clock: middle, and 19 of 20. */
  middle: number
  slow: number
}

export interface Device {
  viewport: { width: number; height: number }
  /** CPU slowdown. */
  slowed: number
}

export type Movement = 'zoom' | 'pan'

/** The maps in turn, so that other work on the machine meets both. The best of the rounds counts. */
export async function measureMaps(
  { browser, origin, user }: { browser: Browser; origin: string; user: TestUser },
  { viewport, slowed }: Device,
  maps: { empty: number; full: number },
  pins: number,
): Promise<Record<Movement, Record<'empty' | 'full', Run>>> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    hasTouch: viewport.width < 1000,
    serviceWorkers: 'block',
  })
  const first = await context.newPage()
  await signIn(first, user)
  const open = async (id: number, count: number) => {
    const page = await context.newPage()
    await page.goto(`/maps/${id}`)
    await page.getByRole('application').waitFor()
    await page.waitForFunction(
      (wanted) => document.querySelectorAll('[role=application] button[data-type]').length === wanted,
      count,
    )
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
    return { page, session }
  }
  const [empty, full] = [await open(maps.empty, 0), await open(maps.full, pins)]
  await first.close()
  const best = async (movement: Movement) => {
    const runs: Record<'empty' | 'full', Run[]> = { empty: [], full: [] }
    for (let round = 0; round < rounds; round++) {
      runs.empty.push(await run(empty.page, empty.session, movement))
      runs.full.push(await run(full.page, full.session, movement))
    }
    const least = (each: Run[]) => each.reduce((a, b) => (b.work < a.work ? b : a))
    return { empty: least(runs.empty), full: least(runs.full) }
  }
  const measured = { zoom: await best('zoom'), pan: await best('pan') }
  await context.close()
  return measured
}

/** One step a frame: wheel in and out between 1 and 8, or arrow keys to and fro at 3. */
async function run(page: Page, session: CDPSession, movement: Movement): Promise<Run> {
  await page.bringToFront()
  await page.evaluate(isIdle)
  const before = await processTime(session)
  const spans = await page.evaluate(
    ([kind, count]) =>
      new Promise<number[]>((resolve) => {
        const stage = document.querySelector('[role=application]')
        if (stage === null) throw new Error('there is no map')
        const { left, top, width, height } = stage.getBoundingClientRect()
        const middle = {
          clientX: left + width / 2,
          clientY: top + height / 2,
          bubbles: true,
          cancelable: true,
        }
        const wheel = (deltaY: number) => stage.dispatchEvent(new WheelEvent('wheel', { ...middle, deltaY }))
        const key = (name: string) =>
          stage.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
        const at: number[] = []
        key('0')
        if (kind === 'pan') for (const name of ['+', '+', '+']) key(name)
        const step = (time: number) => {
          at.push(time)
          if (at.length > count) {
            resolve(at.slice(1).map((end, index) => end - (at[index] ?? end)))
            return
          }
          const forth = Math.floor(at.length / 24) % 2 === 0
          if (kind === 'zoom') wheel(forth ? -35 : 35)
          else key(forth ? 'ArrowRight' : 'ArrowLeft')
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    [movement, frames] as const,
  )
  const work = ((await processTime(session)) - before) / frames
  const sorted = spans.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { work, middle: at(0.5), slow: at(0.95) }
}

/** In the page: it is in front, and has drawn and done what it had to. */
async function isIdle(): Promise<void> {
  while (document.visibilityState !== 'visible')
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  await new Promise((resolve) => requestIdleCallback(resolve))
}

async function processTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ProcessTime')?.value ?? 0) * 1000
}
