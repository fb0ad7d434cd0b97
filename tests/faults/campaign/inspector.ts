import { setTimeout as pause } from 'node:timers/promises'
import type { SkipReason } from '../../../contract/rounds.ts'
import { skipReasonTexts } from '../../../src/lib/rounds/skipReasonTexts.ts'
import type { TestUser } from '../../support/server/accounts.ts'
import { choose, fill, look, press, type Seen } from './injected.ts'
import type { CampaignPhone } from './phone.ts'

/** Something that must not happen in a run. */
export class Found extends Error {
  override name = 'Found'
}

export async function until<T>(
  look: () => Promise<T | null | undefined | false>,
  limit: number,
): Promise<T | null> {
  const end = Date.now() + limit
  for (;;) {
    const seen = await look()
    if (seen !== null && seen !== undefined && seen !== false) return seen
    if (Date.now() > end) return null
    await pause(40)
  }
}

export const see = (phone: CampaignPhone): Promise<Seen | null> => phone.run(look)

export const pressOn = (phone: CampaignPhone, name: string, limit: number): Promise<true | null> =>
  until(async () => (await phone.run(press, name)) === true, limit)

const at = (phone: CampaignPhone, path: (path: string) => boolean, limit: number) =>
  until(async () => {
    const seen = await see(phone)
    return seen !== null && path(seen.path)
  }, limit)

/** On the sign-in screen or on the way to it. */
export async function signIn(phone: CampaignPhone, user: TestUser): Promise<void> {
  const isIn = () => phone.run(hasMenu, `${user.username}のメニュー`)
  for (let turn = 0; turn < 3; turn += 1) {
    await at(phone, (path) => path === '/login', 40_000)
    const filled = await until(
      () =>
        phone.run(fill, [
          ['[data-path="organizationCode"]', user.organizationCode],
          ['[data-path="username"]', user.username],
          ['[data-path="password"]', user.password],
        ]),
      10_000,
    )
    if (filled === null) throw new Found(`the sign-in screen is not there: ${(await see(phone))?.words}`)
    await phone.run(remember)
    await pressOn(phone, 'ログイン', 20_000)
    if ((await at(phone, (path) => path !== '/login', 60_000)) !== null) {
      if ((await see(phone))?.path.startsWith('/capture') === true) return
      if ((await until(isIn, 60_000)) !== null) return
    }
    await phone.goto('/login')
  }
  throw new Found(`no sign-in: ${(await see(phone))?.words}`)
}

/** Runs in the page. */
function remember(): void {
  const box = document.querySelector<HTMLInputElement>('input[type="checkbox"]')
  if (box !== null && !box.checked) box.click()
}

/** Runs in the page. */
function hasMenu(name: string): boolean {
  return document.querySelector(`[aria-label="${name}"]`) !== null
}

/** Leaves the session, whatever is unsent. A photograph without a decision, to which a start leads, is left to the server. */
export async function signOut(phone: CampaignPhone, user: TestUser): Promise<void> {
  const menu = `${user.username}のメニュー`
  for (;;) {
    await phone.goto('/')
    const start = await until(async () => {
      const seen = await see(phone)
      return seen?.path === '/login' || seen?.asks || (await phone.run(hasMenu, menu)) ? seen : null
    }, 60_000)
    if (start?.path === '/login') return
    if (start?.asks !== true) break
    await leaveToServer(phone)
    await until(async () => (await see(phone))?.asks === false, 20_000)
  }
  await pressOn(phone, menu, 20_000)
  await pressOn(phone, 'ログアウト', 20_000)
  const left = await until(async () => {
    const seen = await see(phone)
    if (seen?.path === '/login') return true
    await phone.run(press, 'それでもログアウト')
    if (
      seen?.words.includes('未送信のままログアウトしますか') === true ||
      seen?.words.includes('ログアウトできます') === true
    )
      await phone.run(pressLast, 'ログアウト')
    return false
  }, 90_000)
  if (left === null) throw new Found(`no sign-out: ${(await see(phone))?.words}`)
}

/** Runs in the page: of the dialog, which comes last. */
function pressLast(name: string): void {
  const all = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
  all.findLast((each) => each.textContent?.trim() === name)?.click()
}

/** What the phone said of a photograph. `signed out`: the session ended meanwhile; `not taken`: it had ended before. */
type Saying = 'saved' | 'not saved' | 'signed out' | 'not taken'

/** Chooses a photograph. */
export async function choosePicture(phone: CampaignPhone, picture: Buffer): Promise<Saying> {
  const chosen = await until(async () => {
    if ((await see(phone))?.path === '/login') return 'not taken'
    return phone.run(choose, picture.toString('base64'))
  }, 40_000)
  if (chosen === 'not taken') return chosen
  if (chosen === null) throw new Found('the photograph cannot be chosen')
  const said = await until(async (): Promise<Saying | null> => {
    const seen = await see(phone)
    if (seen?.saved === true) return 'saved'
    if (seen?.path === '/login') return 'signed out'
    return seen?.notSaved === true ? 'not saved' : null
  }, 60_000)
  if (said === null) throw new Found(`neither saved nor not: ${(await see(phone))?.words}`)
  return said
}

/** Answers the question about the value, if the screen asks it. */
export const pressLeave = async (phone: CampaignPhone): Promise<boolean> =>
  (await phone.run(press, 'サーバーに任せる')) === true || (await phone.run(press, '写真だけを送信')) === true

/** Waits for the question about the value, and answers it. */
export const leaveToServer = (phone: CampaignPhone): Promise<true | null> =>
  until(() => pressLeave(phone), 60_000)

export async function accept(phone: CampaignPhone): Promise<void> {
  if ((await pressOn(phone, 'この値で確定', 40_000)) === null) await leaveToServer(phone)
}

/** Enters a value; an unlikely one is confirmed. */
export async function correct(phone: CampaignPhone, value: number): Promise<void> {
  const asked = await until(
    async () => (await phone.run(press, '修正')) === true || (await phone.run(press, '値を入力')) === true,
    15_000,
  )
  if (asked === null) {
    await leaveToServer(phone)
    return
  }
  // Figures stand as drums; a press leads to the keys. What cannot be typed is confirmed as it stands.
  await pressOn(phone, 'テンキー', 2000)
  await until(() => phone.run(fill, [['#capture-value', value.toFixed(2)]]), 2000)
  await pressOn(phone, 'この値で確定', 20_000)
  await until(async () => {
    if ((await phone.run(isAsking)) === true) await phone.run(pressLast, 'この値で確定')
    else return true
    return false
  }, 20_000)
}

/** Says why in the dialog that is open; throws unless the phone says that the meter is skipped. */
export async function skipBecause(
  phone: CampaignPhone,
  { meterName, reason, note }: { meterName: string; reason: SkipReason; note: string },
): Promise<void> {
  await pressOn(phone, skipReasonTexts[reason], 20_000)
  if (reason === 'other') {
    await until(() => phone.run(fill, [['[role="dialog"] textarea', note]]), 20_000)
    await phone.run(pressLast, 'スキップ')
  }
  const said = await until(
    async () => (await see(phone))?.words.includes(`「${meterName}」をスキップしました`),
    20_000,
  )
  if (said === null) throw new Found(`not skipped: ${(await see(phone))?.words}`)
}

/** Runs in the page. */
function isAsking(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}

/** 再試行 of a screen that could not open, or at every row of the outbox, which it opens. Runs in the page. */
export function pressRetry(): void {
  const all = [...document.querySelectorAll<HTMLElement>('button')]
  for (const each of all) if (each.textContent?.trim() === '再試行') each.click()
  if (document.querySelector('[role="dialog"]') !== null) return
  const chips = [...document.querySelectorAll<HTMLElement>('button[aria-haspopup="dialog"]')]
  chips.find((each) => /(?:未送信|送信中)/.test(each.textContent ?? ''))?.click()
}
