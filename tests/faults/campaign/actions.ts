import { createHash } from 'node:crypto'
import { isCapture, ownerOf, type Row } from '../../../offline/rows.ts'
import { press, type Seen, setFull } from './injected.ts'
import {
  accept,
  choosePicture,
  correct,
  Found,
  leaveToServer,
  pressLeave,
  pressOn,
  see,
  signIn,
  signOut,
  skipBecause,
  until,
} from './inspector.ts'
import { keptOffline, readyForOffline } from './offline-data.ts'
import { rowsOn } from './outbox.ts'
import type { Step } from './plan.ts'
import { holderOf, type Situation, type Taken } from './situation.ts'
import { strike, struckBy } from './strike.ts'

/** Does what a step says; throws `Found`. */
export async function take(at: Situation, step: Step): Promise<void> {
  const { ground, phone } = at
  const { line } = ground
  switch (step.kind) {
    case 'capture':
      return capture(at, step)
    case 'skip':
      return skip(at, step)
    case 'line':
      line.set(step.fault, step.scope)
      at.isOpen = step.scope === 'uploads' || step.fault.kind === 'slow'
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
  const meter = at.ground.round.meters[step.meter]
  if (meter === undefined || !(await openCapture(at, meter.id))) return
  await struckBy(at, step.strike, () => photograph(at, step, meter.id))
}

async function photograph(at: Situation, step: Step & { kind: 'capture' }, meterId: number): Promise<void> {
  const { ground, phone } = at
  if (at.nextPhotoIsTooLarge) await phone.run(setFull, true)
  const picture = ground.picture(step.meter)
  const taken: Taken = {
    sha256: createHash('sha256').update(picture).digest('hex'),
    meterId,
    userId: holderOf(at).id,
    said: false,
  }
  at.taken.push(taken)
  const said = await choosePicture(phone, picture)
  if (said === 'not taken') {
    at.taken.pop()
    return
  }
  if (said === 'signed out') {
    // The sign-in says that unsent photographs are still on the phone; one that found no room was in memory only.
    taken.said = !at.nextPhotoIsTooLarge
    return
  }
  if ((said === 'saved') === at.nextPhotoIsTooLarge)
    throw new Found(said === 'saved' ? 'said to be saved on a full phone' : 'a photograph could not be saved')
  if (said === 'not saved') {
    await phone.run(setFull, false)
    at.nextPhotoIsTooLarge = false
    await pressOn(phone, 'もう一度保存', 5000)
    const again = await until(async () => {
      const seen = await see(phone)
      return seen?.path === '/login' || seen?.saved === true ? seen : null
    }, 10_000)
    if (again === null) throw new Found('a photograph could not be saved after space was made')
    // As above: in memory only.
    if (again.path === '/login') return
  }
  taken.said = true
  if (step.ending === 'accept') await accept(phone)
  if (step.ending === 'correct') await correct(phone, step.value)
  if (step.ending === 'leave') await leaveToServer(phone)
  if (step.ending === 'away') await phone.goto('/')
}

async function skip(at: Situation, step: Step & { kind: 'skip' }): Promise<void> {
  const { ground, phone } = at
  const { inspectionId, meters } = ground.round
  const meter = meters[step.meter]
  if (meter === undefined) return
  const isThere = ({ path, words }: Seen) => path.startsWith('/walk/') && words.includes(meter.name)
  if (!(await open(at, `/walk/${inspectionId}`, isThere))) return
  await struckBy(at, step.strike, async () => {
    const isOffered = await until(() => phone.run(press, `${meter.name}をスキップ`), longestOffer)
    // What is done is not skipped.
    if (isOffered === null) return
    const note = step.reason === 'other' ? `撮影の妨げ ${ground.newMark()}` : ''
    await skipBecause(phone, { ...step, note, meterName: meter.name })
    at.skipped.push({ meterId: meter.id, userId: holderOf(at).id, reason: step.reason, note })
  })
}

/** A round of which nothing is done, also on the phone. */
export async function beginRound(at: Situation): Promise<void> {
  await at.ground.renewRound()
  const { inspectionId, name, meters } = at.ground.round
  const names = [name, ...meters.map((meter) => meter.name)]
  const isThere = ({ words }: Seen) => names.every((each) => words.includes(each))
  if (!(await open(at, `/walk/${inspectionId}`, isThere))) throw new Found('no session between two runs')
  await keptOffline(at.phone, names)
}

/** How long a list may take behind its screen. Milliseconds. */
const longestOffer = 3000
/** How long a screen may take. Milliseconds. */
const longestOpening = 30_000

const capturePath = (meterId: number) => `/capture-meter-value/${meterId}`

async function openCapture(at: Situation, meterId: number): Promise<boolean> {
  const path = capturePath(meterId)
  while ((await draftsOf(at, meterId)).length > 0) {
    if (!(await open(at, path, ({ asks, canChoose }) => asks || canChoose))) return false
    await answerOne(at, meterId)
  }
  return open(at, path, ({ canChoose }) => canChoose)
}

/** The holder's photographs without a decision, of one meter or of all. */
export async function draftsOf(at: Situation, meterId?: number): Promise<Row[]> {
  const rows = await rowsOn(at.phone)
  return rows.filter(
    (row) =>
      row.state === 'draft' &&
      ownerOf(row).userId === holderOf(at).id &&
      (meterId === undefined || (isCapture(row) && row.meterId === meterId)),
  )
}

/**
 * Leaves a photograph whose value the screen asks for to the server, and waits until that is stored. The screen may have
 * nothing to ask: the one before has just stored its answer. Or the session has just ended, and one signs in.
 */
export async function answerOne(at: Situation, meterId?: number): Promise<void> {
  const before = (await draftsOf(at, meterId)).length
  if (before === 0) return
  const isStored = async () => (await draftsOf(at, meterId)).length < before
  const answered = await until(async () => {
    if (at.isOpen && (await see(at.phone))?.path === '/login') {
      await signIn(at.phone, holderOf(at))
      await at.phone.goto(meterId === undefined ? '/' : capturePath(meterId))
    }
    return (await pressLeave(at.phone)) || (await isStored())
  }, 60_000)
  if (answered === null) throw new Found('no question about the value that was left open')
  const stored = await until(isStored, 20_000)
  if (stored === null) throw new Found('the decision about a value that was left open is not stored')
}

/** False: the session ended, and signing in is not possible now. */
async function open(at: Situation, path: string, isThere: (seen: Seen) => boolean): Promise<boolean> {
  const { phone } = at
  const wait = () =>
    until(async () => {
      const seen = await see(phone)
      return seen !== null && (seen.path === '/login' || isThere(seen)) ? seen : null
    }, longestOpening)
  const failed = await phone.goto(path)
  let seen = await wait()
  // A page that loads itself anew on the way wins: a person opens the other one again.
  if (seen === null && (await see(phone))?.path !== path) {
    await phone.goto(path)
    seen = await wait()
  }
  if (seen === null) throw new Found(`${path} is not there: ${failed?.message ?? (await see(phone))?.words}`)
  if (seen.path !== '/login') return true
  if (!at.isOpen) return false
  await signIn(phone, holderOf(at))
  await phone.goto(path)
  seen = await wait()
  return seen !== null && seen.path !== '/login'
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
