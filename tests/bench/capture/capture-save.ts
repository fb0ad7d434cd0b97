import type { Page } from 'playwright'
import type { Face } from '../../../faces/index.ts'
import { capturePath } from '../../support/pages/capture.ts'
import { captureQueries, waitForOfflineData, waitForReferences } from '../../support/pages/device.ts'
import { signIn } from '../../support/pages/sign-in.ts'
import { addFace, faceOf } from '../../support/reader/rendered-meters.ts'
import type { Captured, OnPage } from './capture-page.ts'
import { phonePhotograph, photographBytes, sevenFigures } from './capture-photographs.ts'
import { type CaptureSite, inTurn, leave, openBenchPhone, slowDown } from './capture-site.ts'
import { figure, printTable, ratio, type Times } from './capture-table.ts'

interface Measured {
  meter: string
  slowed: number
  /** The first of a visit, which starts the reader's worker. */
  first: Captured
  captures: Captured[]
  puts: Times
}

/** Shutter to durable save beside a bare put of the same bytes, and on to the proposal. */
export async function measureSaving(site: CaptureSite, rounds: number): Promise<void> {
  const meters: { name: string; face: Face; value: number }[] = [
    { name: 'gauge', face: faceOf('pump-discharge'), value: 0.62 },
    { name: 'counter of seven figures', face: sevenFigures(), value: 8213.687 },
  ]
  const all: Measured[] = []
  const phone = await openBenchPhone(site.server.origin)
  try {
    const added = []
    for (const { face } of meters) added.push(await addFace(site, face))
    const first = await phone.open('/')
    await signIn(first, site.user)
    await waitForOfflineData(first, captureQueries)
    await waitForReferences(first, meters.length)
    await phone.context().setOffline(true)
    await first.close()
    for (const [index, { name, face, value }] of meters.entries()) {
      const picture = await phonePhotograph(face, value, photographBytes)
      for (const slowed of [1, 4]) {
        const page = await phone.open(capturePath(added[index] ?? { id: 0 }))
        await page.evaluate(
          (base64) => (globalThis as unknown as OnPage).bench.takeAlong(base64),
          picture.toString('base64'),
        )
        await slowDown(page, slowed)
        all.push({ meter: name, slowed, ...(await measureOn(page, rounds)) })
        console.error(name, `${slowed}×`, JSON.stringify(all.at(-1)))
        await page.close()
      }
    }
  } finally {
    await phone.close()
  }
  print(all)
}

async function measureOn(page: Page, rounds: number): Promise<Omit<Measured, 'meter' | 'slowed'>> {
  const puts: Times = []
  const captures: Captured[] = []
  const put = async () => {
    puts.push(await page.evaluate(() => (globalThis as unknown as OnPage).bench.put()))
  }
  const capture = async () => {
    captures.push(await page.evaluate(() => (globalThis as unknown as OnPage).bench.capture()))
    await page.getByRole('button', { name: leave }).click()
    await page.getByRole('button', { name: 'もう一度撮影' }).click()
    await page.getByLabel('写真を撮る・選ぶ').waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  }
  await capture()
  await put()
  const [first] = captures.splice(0)
  puts.splice(0)
  if (first === undefined) throw new Error('nothing was captured')
  await inTurn(rounds, capture, put)
  return { first, captures, puts }
}

function print(all: readonly Measured[]): void {
  const cells = (captures: readonly Captured[], key: keyof Captured) =>
    captures.map((captured) => captured[key])
  printTable(
    'Shutter to durable save, milliseconds: 12 megapixels in 4 MB, chosen as a file on the capture screen',
    ['meter', 'slowed', 'durable', 'bare put', '× (aim 1.5)', 'screen says so', '×'],
    all.map(({ meter, slowed, captures, puts }) => [
      meter,
      `${slowed}×`,
      figure(cells(captures, 'durable')),
      figure(puts),
      ratio(cells(captures, 'durable'), puts).toFixed(2),
      figure(cells(captures, 'shown')),
      ratio(cells(captures, 'shown'), puts).toFixed(2),
    ]),
  )
  printTable(
    'What it is made of, and on to the proposal, milliseconds from the choice',
    ['meter', 'slowed', 'file read', 'SHA-256', 'durable', 'screen says so', 'proposal', 'first proposal'],
    all.map(({ meter, slowed, first, captures }) => [
      meter,
      `${slowed}×`,
      ...(['read', 'digested', 'durable', 'shown', 'proposed'] as const).map((key) =>
        figure(cells(captures, key)),
      ),
      figure([first.proposed]),
    ]),
  )
}
