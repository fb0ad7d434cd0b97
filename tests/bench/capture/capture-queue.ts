import type { Page } from 'playwright'
import { meterEndpoints } from '../../../contract/meters.ts'
import { readingEndpoints } from '../../../contract/readings.ts'
import { capturePath } from '../../support/pages/capture.ts'
import { captureQueries, waitForOfflineData } from '../../support/pages/device.ts'
import { outboxDrawer } from '../../support/pages/outbox.ts'
import { shell } from '../../support/pages/shell.ts'
import { signIn } from '../../support/pages/sign-in.ts'
import { addGauge, faceOf } from '../../support/reader/rendered-meters.ts'
import { type NarrowLine, openNarrowLine } from './capture-line.ts'
import type { Captured, Frames, OnPage } from './capture-page.ts'
import { heavyPhotograph, photographBytes } from './capture-photographs.ts'
import { type BenchPhone, type CaptureSite, inTurn, leave, openBenchPhone, slowDown } from './capture-site.ts'
import { figure, printTable, ratio, type Times } from './capture-table.ts'

const long = 500
const short = 10
const slowed = 4
/** 1 Mbit/s. */
const narrow = 125_000
/** Of the long queue, sent over the narrow line. */
const drained = 8

interface Queue {
  phone: BenchPhone
  count: number
  opening: Frames[]
  scrolling: Frames[]
  captures: Captured[]
}

/** The outbox and a capture with a long queue beside a short one, and calls beside the sending over a narrow line. */
export async function measureQueue(site: CaptureSite, rounds: number): Promise<void> {
  const meter = await addGauge(site)
  const line = await openNarrowLine(site.server.origin)
  const picture = (await heavyPhotograph(faceOf('pump-discharge'), 0.62, photographBytes)).toString('base64')
  const queues: Queue[] = []
  try {
    for (const count of [short, long]) {
      const phone = await openBenchPhone(line.origin)
      queues.push({ phone, count, opening: [], scrolling: [], captures: [] })
      await fillQueue(phone, site, count, meter.id, picture)
    }
    const [few, many] = queues
    if (few === undefined || many === undefined) throw new Error('there are two queues')
    await inTurn(
      rounds,
      () => look(few, meter, picture),
      () => look(many, meter, picture),
    )
    printLook(queues)
    await callsBeside(few.phone, many.phone, line)
  } finally {
    for (const { phone } of queues) await phone.close()
    await line.close()
  }
}

async function fillQueue(
  phone: BenchPhone,
  site: CaptureSite,
  count: number,
  meterId: number,
  picture: string,
): Promise<void> {
  const page = await phone.open('/')
  await signIn(page, site.user)
  await waitForOfflineData(page, captureQueries)
  await page.close()
  await phone.context().setOffline(true)
  const filling = await phone.open('/')
  await takeAlong(filling, picture)
  await filling.evaluate(([number, meter]) => (globalThis as unknown as OnPage).bench.fill(number, [meter]), [
    count,
    meterId,
  ] as const)
  await filling.close()
}

const takeAlong = (page: Page, picture: string) =>
  page.evaluate((base64) => (globalThis as unknown as OnPage).bench.takeAlong(base64), picture)

/** Opens the outbox and scrolls it, then takes a photograph, as an inspector does without signal. */
async function look(queue: Queue, meter: { id: number }, picture: string): Promise<void> {
  const { phone, opening, scrolling, captures } = queue
  const page = await phone.open('/')
  await slowDown(page, slowed)
  await page.evaluate(() => (globalThis as unknown as OnPage).bench.watchFrames())
  await shell(page).anyUnsent.click()
  await outboxDrawer(page).row.first().waitFor()
  await page.evaluate(() => (globalThis as unknown as OnPage).bench.settle())
  opening.push(await page.evaluate(() => (globalThis as unknown as OnPage).bench.frames()))
  await page.evaluate(() => (globalThis as unknown as OnPage).bench.scroll('[role=dialog]'))
  scrolling.push(await page.evaluate(() => (globalThis as unknown as OnPage).bench.frames()))
  await page.close()

  const capture = await phone.open(capturePath(meter))
  await takeAlong(capture, picture)
  await slowDown(capture, slowed)
  captures.push(await capture.evaluate(() => (globalThis as unknown as OnPage).bench.capture()))
  await capture.getByRole('button', { name: leave }).click()
  await capture.getByRole('button', { name: 'もう一度撮影' }).waitFor()
  await capture.close()
}

function printLook(queues: readonly Queue[]): void {
  printTable(
    `A queue of ${long} captures of 4 MB beside one of ${short}, slowed ${slowed}×, milliseconds`,
    [
      'captures waiting',
      'opening the outbox: long frames',
      'longest',
      'scrolling it: long frames',
      'longest',
      'shutter to durable',
      'screen says so',
    ],
    queues.map(({ count, opening, scrolling, captures }) => [
      String(count),
      figure(opening.map((frames) => frames.long)),
      figure(opening.map((frames) => frames.longest)),
      figure(scrolling.map((frames) => frames.long)),
      figure(scrolling.map((frames) => frames.longest)),
      figure(captures.map(({ durable }) => durable)),
      figure(captures.map(({ shown }) => shown)),
    ]),
  )
}

const paths = {
  'list of meters': meterEndpoints.meters.path,
  'newest readings': `${readingEndpoints.readings.path}?limit=50`,
}

/** What the first screen asks for, alone on the narrow line and beside the sending. */
async function callsBeside(idle: BenchPhone, sending: BenchPhone, line: NarrowLine): Promise<void> {
  const quiet = await idle.open('/')
  await shell(quiet).anyUnsent.waitFor()
  await idle.context().setOffline(false)
  await shell(quiet).anyUnsent.waitFor({ state: 'detached', timeout: 300_000 })
  line.narrow(narrow)
  const alone = await askFor(quiet, 12, () => false)
  await idle.context().setOffline(true)

  const page = await sending.open('/')
  let over = false
  const draining = page.evaluate(
    (changes) => (globalThis as unknown as OnPage).bench.drained(changes),
    drained * 2,
  )
  await page.evaluate(() => (globalThis as unknown as OnPage).bench.watchFrames())
  await sending.context().setOffline(false)
  void draining.finally(() => {
    over = true
  })
  const beside = await askFor(page, Number.POSITIVE_INFINITY, () => over)
  const time = await draining
  const frames = await page.evaluate(() => (globalThis as unknown as OnPage).bench.frames())
  await sending.context().setOffline(true)
  line.narrow(null)
  printTable(
    `Calls over 1 Mbit/s while ${drained} of ${long} captures are sent (all of them would take ${((long * photographBytes) / narrow / 3600).toFixed(1)} hours), milliseconds`,
    ['call', 'alone', 'beside', '×'],
    Object.keys(paths).map((name) => {
      const [one, other] = [alone[name] ?? [], beside[name] ?? []]
      return [name, figure(one), figure(other), ratio(other, one).toFixed(1)]
    }),
  )
  const share = (drained * photographBytes) / narrow / (time / 1000)
  console.log(
    `\nThe ${drained} took ${(time / 1000).toFixed(0)} s, ${(100 * share).toFixed(0)} % of what the line carries; long frames meanwhile: ${frames.long}, longest ${frames.longest.toFixed(0)} ms.`,
  )
}

async function askFor(page: Page, times: number, isOver: () => boolean): Promise<Record<string, Times>> {
  const taken: Record<string, Times> = {}
  for (let at = 0; at < times && !isOver(); at++) {
    for (const [name, path] of Object.entries(paths)) {
      const time = await page.evaluate((asked) => (globalThis as unknown as OnPage).bench.ask(asked), path)
      taken[name] = [...(taken[name] ?? []), time]
    }
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)))
  }
  return taken
}
