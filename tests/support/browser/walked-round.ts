import type { BrowserContext, Locator, Page } from 'playwright'
import { conditions, photograph, plain } from '../../../faces/index.ts'
import { meters } from '../../../server/db/schema.ts'
import { capturePath, captureScreen } from '../pages/capture.ts'
import { roundsScreen } from '../pages/rounds.ts'
import { keepSignedIn, signIn } from '../pages/sign-in.ts'
import { openWalks, walkOnCapture, walkScreen } from '../pages/walk.ts'
import { addFace, faceOf, typedCounter } from '../reader/rendered-meters.ts'
import { addInspection, addReading } from '../server/builders.ts'
import { openBrowser, openPhone, sizes } from './browsers.ts'
import { expect } from './expect.ts'
import type { Site } from './site.ts'
import { type } from './type.ts'

const gauge = faceOf('pump-discharge')
/** What the camera sees all the time. */
export const shownValue = 0.42
export const typedValue = 0.44
const note = '扉の鍵がない'
/** The value of yesterday, the last of the old meter, and what the new one shows. */
const replaced = { before: 4120.5, end: 4131.2, now: 3.5 }

/** What happens at a meter of the round. */
type Deed = 'accepted' | 'stopped' | 'other' | 'abnormal' | 'typed' | 'unsure' | 'replaced'

/** In the order of the walk; behind them `accepted`. */
const deeds: readonly Deed[] = ['accepted', 'stopped', 'abnormal', 'other', 'typed', 'unsure', 'replaced']
const deedAt = (index: number): Deed => deeds[index] ?? 'accepted'

type Stop = typeof meters.$inferSelect & { deed: Deed }

/** An inspection group with so many gauges in order; that of the deed `abnormal` is abnormal at `shownValue`. */
export async function addRoundOf(site: Site, size: number) {
  const inspection = await addInspection(site.database, site.organization.id, {
    name: '朝の巡回',
    contact: '設備課 03-1234-5678',
  })
  const { id: _, ...gaugeMeter } = await addFace(site, gauge)
  const rows = Array.from({ length: size }, (_, index) => ({
    ...gaugeMeter,
    inspectionId: inspection.id,
    name: `${index + 1}号送水ポンプ 吐出圧力`,
    placeNote: '地下1階 機械室',
    ...(deedAt(index) === 'abnormal' ? { emergencyStartValue: 0.4, emergencyEndValue: 0.5 } : {}),
    ...(deedAt(index) === 'replaced' ? typedCounter : {}),
  }))
  const added = await site.database.asSystem((tx) => tx.insert(meters).values(rows).returning())
  const stops: Stop[] = added.map((meter, index) => ({ ...meter, deed: deedAt(index) }))
  const yesterday = new Date(Date.now() - 86_400_000)
  for (const stop of stops.filter(({ deed }) => deed === 'replaced'))
    await addReading(site.database, stop, { value: replaced.before, createdAt: yesterday })
  return { inspection, stops }
}

/** Taken along with signal, then opened cold without it, at the home screen. */
export async function openRoundWithoutSignal(site: Site, round: string) {
  const { jpeg } = await photograph(gauge, shownValue, conditions(7, 0.15))
  const phone = await openPhone(site.origin, { camera: jpeg })
  await countInPages(phone.context())
  const before = await phone.open('/')
  await signIn(before, await site.addUser())
  await openWalks(before).open.click()
  await openWalks(before).list(round).click()
  await walkScreen(before).prepare.click()
  await expect(walkScreen(before).prepared).toBeVisible()
  await phone.context().setOffline(true)
  await before.close()
  return { phone, page: await phone.open('/') }
}

/** Presses that a page has had, and how often it asked for the camera. */
const countInPages = (context: BrowserContext) =>
  context.addInitScript(() => {
    const counts = { presses: 0, cameras: 0 }
    Object.assign(window, { counts })
    window.addEventListener('click', ({ isTrusted }) => isTrusted && counts.presses++, true)
    // The shutter is pressed by touching it, without a click.
    window.addEventListener('touchstart', ({ defaultPrevented }) => defaultPrevented && counts.presses++)
    const devices = navigator.mediaDevices as MediaDevices | undefined
    // A blank page has none.
    if (devices === undefined) return
    const ask = devices.getUserMedia.bind(devices)
    devices.getUserMedia = (wish) => {
      counts.cameras++
      return ask(wish)
    }
  })

export const countsOf = (page: Page): Promise<{ presses: number; cameras: number }> =>
  page.evaluate(() => ({ ...(window as unknown as { counts: { presses: number; cameras: number } }).counts }))

interface Walked {
  /** From opening the app until the first shutter is pressed. */
  pressesToShutter: number
  /** Of each meter whose value was accepted, from its shutter to where the next one's can be pressed. */
  accepted: { presses: number; seconds: number }[]
}

/** From the home screen to the last meter, with a finger. */
export async function walk(page: Page, round: string, stops: readonly Stop[]): Promise<Walked> {
  const { shutter } = captureScreen(page)
  await openWalks(page).open.tap()
  await openWalks(page).goOn(round).tap()
  const walked: Walked = { pressesToShutter: (await countsOf(page)).presses + 1, accepted: [] }
  for (const [index, stop] of stops.entries()) {
    await expect(page).toHaveURL(capturePath(stop))
    await expect(shutter).toBeEnabled()
    const { presses } = await countsOf(page)
    const began = performance.now()
    await act[stop.deed](page)
    const isLast = index === stops.length - 1
    const skipped = stop.deed === 'stopped' || stop.deed === 'other'
    if (!isLast && !skipped) await walkOnCapture(page).next.tap()
    if (isLast || stop.deed !== 'accepted') continue
    await expect(shutter).toBeEnabled()
    const seconds = (performance.now() - began) / 1000
    walked.accepted.push({ presses: (await countsOf(page)).presses - presses, seconds })
  }
  return walked
}

const act: Record<Deed, (page: Page) => Promise<void>> = {
  async accepted(page) {
    await shoot(page)
    await captureScreen(page).accept.tap()
    await expect(captureScreen(page).decided).toBeVisible()
  },
  async stopped(page) {
    await walkOnCapture(page).skip.tap()
    await walkOnCapture(page).because('停止中').tap()
  },
  async other(page) {
    await walkOnCapture(page).skip.tap()
    await walkOnCapture(page).because('その他').tap()
    await page.keyboard.type(note)
    await page.getByRole('dialog').getByRole('button', { name: 'スキップ', exact: true }).tap()
  },
  async abnormal(page) {
    await shoot(page)
    await captureScreen(page).accept.tap()
    const question = page.getByRole('dialog', { name: / MPa で確定しますか$/ })
    await expect(question.getByRole('listitem')).toHaveText(['異常範囲（0.40 〜 0.50 MPa）の値です。'])
    await question.getByRole('button', { name: 'この値で確定' }).tap()
    await expect(captureScreen(page).decided).toBeVisible()
    // 元に戻す of the skip before may still stand there.
    const advice = page.getByRole('alert').filter({ hasText: '異常な値です' })
    await expect(advice).toContainText('異常範囲 0.40 〜 0.50 MPa')
    await expect(advice).toContainText('電話で知らせてください')
    const call = advice.getByRole('link', { name: '03-1234-5678' })
    await expect(call).toHaveAttribute('href', 'tel:0312345678')
  },
  async typed(page) {
    await shoot(page)
    await captureScreen(page).correct(String(typedValue))
    await expect(captureScreen(page).decided).toContainText(String(typedValue))
  },
  async replaced(page) {
    await shoot(page)
    await page.keyboard.type('00035')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'メーターを交換しました' }).tap()
    await type(page.getByRole('textbox', { name: '旧メーターの最終値' }), String(replaced.end))
    await page.getByRole('button', { name: '交換を登録して確定' }).tap()
    await expect(captureScreen(page).decided).toBeVisible()
  },
  /** From so far aside that neither phone nor server is sure. */
  async unsure(page) {
    const { jpeg } = await photograph(gauge, shownValue, { ...plain, noise: 1.5, tilt: 66, tiltTo: 70 })
    await captureScreen(page).choose(jpeg)
    await captureScreen(page).leaveToServer.tap()
    await expect(captureScreen(page).leftToServer).toBeVisible()
  },
}

async function shoot(page: Page) {
  await captureScreen(page).shutter.tap()
  await expect(captureScreen(page).saved).toBeVisible()
}

/** A supervisor who looks at the rounds all the time; `growth`: the numbers of photographs that were shown. */
export async function openSupervisor(site: Site, round: string) {
  const page = await openBrowser(site.origin, { viewport: sizes.tablet })
  await keepSignedIn(page, await site.addUser())
  await page.goto('/rounds')
  const card = roundsScreen(page).card(round)
  await expect(card).toContainText('未着手')
  await rememberCaptured(card)
  const growth = () => page.evaluate(() => (window as unknown as { growth: number[] }).growth)
  return { page, card, growth }
}

const rememberCaptured = (card: Locator) =>
  card.evaluate((element) => {
    const growth: number[] = []
    Object.assign(window, { growth })
    const look = () => {
      const captured = Number(/撮影 (\d+)/.exec(element.textContent ?? '')?.[1])
      if (captured !== growth.at(-1)) growth.push(captured)
    }
    look()
    new MutationObserver(look).observe(element, { subtree: true, childList: true, characterData: true })
  })

/** What the server has of a round that was walked, in the order of the walk. */
export async function expectArrived(site: Site, stops: readonly Stop[]): Promise<void> {
  const sources = {
    accepted: 'accepted',
    abnormal: 'accepted',
    typed: 'corrected',
    unsure: 'reader',
    replaced: 'corrected',
  } as const
  const captured = stops.flatMap(({ id, deed }) =>
    deed in sources ? [{ meterId: id, valueSource: sources[deed as keyof typeof sources] }] : [],
  )
  const arrived = (await site.readings()).filter(({ idempotencyKey }) => idempotencyKey !== null)
  expect(arrived).toMatchObject(captured)
  const of = async (deed: Deed) =>
    (await site.readings()).find(({ meterId }) => stops.find(({ id }) => id === meterId)?.deed === deed)
  expect(await of('abnormal')).toMatchObject({ isAbnormal: true, confirmedDoubts: ['abnormal'] })
  expect(await of('typed')).toMatchObject({ value: typedValue })
}
