import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestUser } from '../../support/accounts.ts'
import type { Ground } from './ground.ts'
import { closeConnections, setFull } from './injected.ts'
import {
  accept,
  choosePicture,
  correct,
  Found,
  leaveToServer,
  pressOn,
  see,
  signIn,
  signOut,
  until,
} from './inspector.ts'
import { readyForOffline } from './offline-data.ts'
import type { CampaignPhone } from './phone.ts'
import type { Step, Strike } from './plan.ts'

/** A photograph that was chosen on the phone. */
export interface Taken {
  sha256: string
  meterId: number
  userId: number
  /** The phone said that it is saved. */
  said: boolean
}

/** What a run works with and has done. */
export interface Situation {
  ground: Ground
  phone: CampaignPhone
  people: readonly [TestUser, TestUser]
  /** Who holds the phone. */
  holder: 0 | 1
  taken: Taken[]
  /** What the page's clock was ahead by in this run, and the worker's, which is right. Minutes. */
  clocks: number[]
  /** The next version of the console; built when first needed. */
  next: () => Promise<string>
  /** The line lets calls of sessions pass. */
  isOpen: boolean
  nextPhotoIsTooLarge: boolean
  isUpdated: boolean
}

export const holderOf = ({ people, holder }: Situation): TestUser => people[holder]

/** Does what a step says; throws `Found`. */
export async function take(at: Situation, step: Step): Promise<void> {
  const { ground, phone } = at
  const { line } = ground
  switch (step.kind) {
    case 'capture':
      return capture(at, step)
    case 'line':
      line.set(step.fault, step.scope)
      at.isOpen = step.scope === 'captures' || step.fault.kind === 'slow'
      return
    case 'heal':
      line.set(null)
      at.isOpen = true
      return
    case 'lose-answers':
      line.loseAnswers(step.count)
      return
    case 'strike':
      return strike(at, step.what)
    case 'full':
      at.nextPhotoIsTooLarge = true
      return
    case 'clock':
      at.clocks.push(step.minutes)
      return phone.shiftClock(step.minutes)
    case 'hand-over':
      return handOver(at)
  }
}

async function capture(at: Situation, step: Step & { kind: 'capture' }): Promise<void> {
  const { ground, phone } = at
  const meter = ground.meters[step.meter]
  if (meter === undefined || !(await openCapture(at, meter.id))) return
  const held = step.strike === null ? null : ground.line.hold(step.strike.at)
  if (at.nextPhotoIsTooLarge) await phone.run(setFull, true)
  const picture = ground.picture(step.meter)
  const taken: Taken = {
    sha256: createHash('sha256').update(picture).digest('hex'),
    meterId: meter.id,
    userId: holderOf(at).id,
    said: false,
  }
  at.taken.push(taken)
  const saved = await choosePicture(phone, picture)
  if (saved === at.nextPhotoIsTooLarge)
    throw new Found(saved ? 'said to be saved on a full phone' : 'a photograph could not be saved')
  if (!saved) {
    await phone.run(setFull, false)
    at.nextPhotoIsTooLarge = false
    await pressOn(phone, 'もう一度保存', 5000)
    if ((await until(async () => (await see(phone))?.saved === true, 10_000)) === null)
      throw new Found('a photograph could not be saved after space was made')
  }
  taken.said = true
  if (step.ending === 'accept') await accept(phone)
  if (step.ending === 'correct') await correct(phone, step.value)
  if (step.ending === 'leave') await leaveToServer(phone)
  if (step.ending === 'away') await phone.goto('/')
  if (step.strike === null || held === null) return
  await Promise.race([held, pause(longestHold)])
  await strike(at, step.strike.what)
  ground.line.release('on')
}

/** Where no capture is on the line a strike waits no longer. */
const longestHold = 2000
/** How long the camera screen may take. */
const longestOpening = 30_000

/** False: the session ended, and signing in is not possible now. */
async function openCapture(at: Situation, meterId: number): Promise<boolean> {
  const { phone } = at
  const path = `/capture-meter-value/${meterId}`
  const failed = await phone.goto(path)
  const opened = await until(async () => {
    const seen = await see(phone)
    if (seen?.path === '/login') return { isIn: false }
    return seen?.canChoose === true ? { isIn: true } : null
  }, longestOpening)
  if (opened === null)
    throw new Found(`the capture screen has no file input: ${failed?.message ?? (await see(phone))?.words}`)
  if (opened.isIn) return true
  if (!at.isOpen) return false
  await signIn(phone, holderOf(at))
  await phone.goto(path)
  return (await until(async () => (await see(phone))?.canChoose, longestOpening)) === true
}

async function strike(at: Situation, what: Strike): Promise<void> {
  const { ground, phone } = at
  switch (what) {
    case 'browser':
      await phone.killAndRestart()
      await phone.goto('/')
      return
    case 'worker':
      return phone.stopWorker()
    case 'server':
      return ground.killServer()
    case 'database':
      return ground.killDatabase()
    case 'line':
      return ground.line.release('broken')
    case 'connection':
      await phone.run(closeConnections)
      return
    case 'version':
      at.isUpdated = !at.isUpdated
      ground.line.serveConsoleFrom(at.isUpdated ? await at.next() : null)
      await phone.run(update)
  }
}

/** As on 更新 in another tab. Runs in the page. */
async function update(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const waiting = registration?.update().then(
    async () => {
      const { installing } = registration
      if (installing !== null)
        await new Promise((resolve) => {
          installing.addEventListener('statechange', resolve, { once: true })
        })
      registration.waiting?.postMessage({ type: 'SKIP_WAITING' })
    },
    () => undefined,
  )
  await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 8000))])
}

export async function handOver(at: Situation): Promise<void> {
  // Signing in needs the server.
  if (!at.isOpen) at.ground.line.set(null)
  at.isOpen = true
  await signOut(at.phone, holderOf(at))
  at.holder = at.holder === 0 ? 1 : 0
  await signIn(at.phone, holderOf(at))
  await readyForOffline(at.phone)
}
