import { count } from 'drizzle-orm'
import type { Page } from 'playwright'
import { readings } from '../../../server/db/schema.ts'
import { waitForOfflineData } from '../../support/pages/device.ts'
import { signIn } from '../../support/pages/sign-in.ts'
import { addGauge, faceOf } from '../../support/reader/rendered-meters.ts'
import type { OnPage } from './capture-page.ts'
import { heavyPhotograph, photographBytes } from './capture-photographs.ts'
import { type CaptureSite, inTurn, openBenchPhone } from './capture-site.ts'
import { figure, printTable, ratio, type Times } from './capture-table.ts'

const captures = 100
/** Taken, and received. */
const changesOfOne = 2

/** The app on its first page sends what was captured without signal, beside a bare loop of the same calls. */
export async function measureDraining(site: CaptureSite, rounds: number): Promise<void> {
  const { id } = await addGauge(site)
  const phone = await openBenchPhone(site.server.origin)
  const drains: Times = []
  const posts: Times = []
  try {
    const first = await phone.open('/')
    await signIn(first, site.user)
    await waitForOfflineData(first, ['account', 'meters'])
    await first.close()
    const page = await phone.open('/')
    const picture = await heavyPhotograph(faceOf('pump-discharge'), 0.62, photographBytes)
    await page.evaluate(
      (base64) => (globalThis as unknown as OnPage).bench.takeAlong(base64),
      picture.toString('base64'),
    )
    await inTurn(
      rounds,
      async () => {
        drains.push(await drainOnce(site, phone.context().setOffline.bind(phone.context()), page, id))
      },
      async () => {
        posts.push(
          await page.evaluate(
            ([number, meter]) => (globalThis as unknown as OnPage).bench.post(number, meter),
            [captures, id] as const,
          ),
        )
        await site.hasRead()
      },
    )
  } finally {
    await phone.close()
  }
  printTable(
    `Draining ${captures} captures of 4 MB, seconds`,
    ['outbox', 'bare loop', '× (aim 1.3)'],
    [[figure(drains.map(seconds)), figure(posts.map(seconds)), ratio(drains, posts).toFixed(2)]],
  )
}

const seconds = (time: number) => time / 1000

async function drainOnce(
  site: CaptureSite,
  setOffline: (offline: boolean) => Promise<void>,
  page: Page,
  meterId: number,
): Promise<number> {
  const stored = async () => {
    const [row] = await site.database.asSystem((tx) => tx.select({ count: count() }).from(readings))
    return row?.count ?? 0
  }
  const before = await stored()
  await setOffline(true)
  await page.evaluate(([number, meter]) => (globalThis as unknown as OnPage).bench.fill(number, [meter]), [
    captures,
    meterId,
  ] as const)
  const draining = page.evaluate(
    (changes) => (globalThis as unknown as OnPage).bench.drained(changes),
    captures * changesOfOne,
  )
  await setOffline(false)
  const time = await draining
  const arrived = (await stored()) - before
  if (arrived !== captures) throw new Error(`${arrived} of ${captures} arrived`)
  await site.hasRead()
  return time
}
