import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { referencePicture } from '../../../faces/index.ts'
import { meters } from '../../../server/db/schema.ts'
import { parsePicture, recordPicture, storePicture } from '../../../server/features/pictures/index.ts'
import { fileStorage } from '../../../server/storage/files.ts'
import { expect } from '../../support/browser/expect.ts'
import { signIn } from '../../support/pages/sign-in.ts'
import { walkScreen } from '../../support/pages/walk.ts'
import { addFace, faceOf } from '../../support/reader/rendered-meters.ts'
import { addInspection } from '../../support/server/builders.ts'
import { median } from '../reader/reader-score.ts'
import { withComments } from './capture-photographs.ts'
import {
  type BenchPhone,
  type CaptureSite,
  inTurn,
  openBenchPhone,
  processTime,
  slowDown,
} from './capture-site.ts'
import { figure, printTable } from './capture-table.ts'

const planned = 200
const usableRound = '[aria-label=点検するメーター] a'
/** An address that the app does not know: header, menu and bar, and a way home. */
const usableEmpty = 'main h1 ~ a[href="/"]'

/** A browser opened without signal on a round that was taken along, beside an empty page of the same app. */
export async function measureColdStart(site: CaptureSite, rounds: number): Promise<void> {
  const inspectionId = await addRoundOf(site, planned)
  const phone = await openBenchPhone(site.server.origin)
  const rows: string[][] = []
  try {
    const page = await phone.open('/')
    await signIn(page, site.user)
    await page.goto(`/walk/${inspectionId}`)
    await walkScreen(page).prepare.click()
    await expect(walkScreen(page).prepared).toBeVisible({ timeout: 1_200_000 })
    // The cache is written when the page is hidden, at the latest.
    await page.close()
    for (const slowed of [1, 4]) {
      const walk: Start[] = []
      const empty: Start[] = []
      await inTurn(
        rounds,
        async () => {
          walk.push(await coldStart(phone, `/walk/${inspectionId}`, usableRound, slowed))
        },
        async () => {
          empty.push(await coldStart(phone, '/nothing-here', usableEmpty, slowed))
        },
      )
      for (const key of ['clock', 'work'] as const) {
        const [of, peer] = [walk.map((start) => start[key]), empty.map((start) => start[key])]
        rows.push([
          `${slowed}×`,
          names[key],
          figure(of),
          figure(peer),
          (median(of) - median(peer)).toFixed(0),
        ])
      }
    }
  } finally {
    await phone.close()
  }
  printTable(
    `Cold start without signal to a round of ${planned} meters, milliseconds from navigation to the painted list`,
    ['slowed', 'by', 'round', 'empty page', 'own share (aim 300 by the clock at 4×)'],
    rows,
  )
}

const names = { clock: 'the clock', work: 'processor time of the page' }

/** Milliseconds from navigation to the painted list, by the clock and of its process's processor. */
interface Start {
  clock: number
  work: number
}

/** Of a browser that was just opened. */
async function coldStart(phone: BenchPhone, path: string, usable: string, slowed: number): Promise<Start> {
  await phone.restart()
  await phone.context().setOffline(true)
  const page = await phone.context().newPage()
  await slowDown(page, slowed)
  await page.addInitScript((selector) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => console.log(`usable after ${performance.now()}`)))
    })
    observer.observe(document, { childList: true, subtree: true })
  }, usable)
  const told = page.waitForEvent('console', (message) => message.text().startsWith('usable after '))
  await page.goto(path, { waitUntil: 'commit' })
  const clock = Number((await told).text().slice('usable after '.length))
  // A process begins with the navigation to another site.
  const start = { clock, work: await processTime(page) }
  console.error(path, `${slowed}×`, JSON.stringify(start))
  return start
}

/** Meters of one inspection group, each with its reference picture and eight readings. */
async function addRoundOf({ database, organization, server }: CaptureSite, count: number): Promise<number> {
  const { id: inspectionId } = await addInspection(database, organization.id, { name: '毎朝の点検' })
  const face = faceOf('pump-discharge')
  const { id: first, ...common } = await addFace({ database, organization, server }, face)
  const reference = await referencePicture(face)
  const storage = fileStorage(join(server.dataDir, 'pictures'))
  await database.asSystem((tx) => tx.delete(meters).where(sql`id = ${first}`))
  for (let at = 1; at <= count; at++) {
    const picture = await parsePicture(withComments(reference, [Buffer.from(`reference ${at}`)]), 'bench')
    await storePicture(storage, organization.id, picture)
    await database.asSystem(async (tx) => {
      await recordPicture(tx, organization.id, picture)
      await tx.insert(meters).values({
        ...common,
        name: `第二プラント 冷却水循環ポンプ ${at}号機 吐出圧力`,
        placeNote: `${at % 5}階 機械室 東側`,
        inspectionId,
        pictureSha256: picture.sha256,
      })
    })
  }
  await database.asSystem((tx) =>
    tx.execute(sql`
      insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at, received_at,
        updated_at)
      select organization_id, id, 0.4 + day / 100.0, 'corrected', 'phone', false, at, at, at
      from meters, generate_series(1, 8) as day, lateral (select now() - make_interval(days => day) as at) as time
      where inspection_id = ${inspectionId}`),
  )
  return inspectionId
}
