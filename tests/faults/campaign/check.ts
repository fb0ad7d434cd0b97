import type { Capture } from '../../../offline/captures.ts'
import { receiptLifetime } from '../../../offline/drain.ts'
import { isCapture, isSkip, ownerOf, type Row } from '../../../offline/rows.ts'
import { answerOne, draftsOf, handOver } from './actions.ts'
import type { Ground } from './ground.ts'
import { press } from './injected.ts'
import { Found, pressRetry, see, signIn, until } from './inspector.ts'
import { rowsOn } from './outbox.ts'
import { holderOf, type Situation, type Skipped, type Taken } from './situation.ts'

/** After the line returned. Milliseconds. */
export const longestArrival = 60_000

/** Brings the line back and waits for what the holder's phone has; how long it took, in milliseconds. */
export async function arrive(at: Situation): Promise<number> {
  const { ground, phone } = at
  ground.line.release('on')
  ground.line.set(null)
  at.isOpen = true
  let since = Date.now()
  if ((await see(phone))?.path === '/login') {
    await signIn(phone, holderOf(at))
    since = Date.now()
  }
  if (await answerLeft(at)) since = Date.now()
  let longest = await settle(at, since)
  const others = (await rowsOn(phone)).some(
    (row) => row.state !== 'sent' && ownerOf(row).userId !== holderOf(at).id,
  )
  if (others) {
    await handOver(at)
    await answerLeft(at)
    longest = Math.max(longest, await settle(at, Date.now()))
  }
  return longest
}

/** Answers the questions about values that were left open: each start leads to one. Whether there was any. */
async function answerLeft(at: Situation): Promise<boolean> {
  let any = false
  while ((await draftsOf(at)).length > 0) {
    any = true
    await at.phone.goto('/')
    await answerOne(at)
  }
  return any
}

async function settle(at: Situation, since: number): Promise<number> {
  const { phone } = at
  const mine = async () => (await rowsOn(phone)).filter((row) => ownerOf(row).userId === holderOf(at).id)
  let begin = since
  const arrived = async (isThere: (row: Row) => boolean, nudge = async (): Promise<unknown> => null) => {
    const there = await until(async () => {
      if ((await see(phone))?.path === '/login') {
        await signIn(phone, holderOf(at))
        begin = Date.now()
      }
      if ((await mine()).every(isThere)) return true
      await nudge()
      return false
    }, longestArrival)
    if (there !== null) return
    const late = (await mine()).filter((row) => !isThere(row))
    throw new Found(
      `not arrived: ${JSON.stringify(late)}; locks ${JSON.stringify(await phone.run(queryLocks))}`,
    )
  }
  await arrived(({ state }) => state === 'sent' || state === 'rejected')
  const took = Date.now() - begin
  if ((await mine()).every(({ state }) => state === 'sent')) return took
  begin = Date.now()
  await arrived(
    ({ state }) => state === 'sent',
    () => phone.run(pressRetry),
  )
  await phone.run(press, '閉じる')
  return took
}

/** Runs in the page: who sends, and who waits for it. */
const queryLocks = () => navigator.locks.query()

/** The last of each before a run. */
export interface Before {
  reading: number
  skip: number
}

/** What the phone said it saved = readings and skips on the server; throws `Found`. */
export async function check(at: Situation, before: Before): Promise<void> {
  const rows = await rowsOn(at.phone)
  // By one clock of the run a receipt is older than by another.
  const mayBeDropped = (Math.max(...at.clocks) - Math.min(...at.clocks)) * 60_000 >= receiptLifetime
  const wrong = [
    ...wrongReadings(at, await at.ground.readingsAfter(before.reading), rows, mayBeDropped),
    ...wrongSkips(at, await at.ground.skipsAfter(before.skip), rows, mayBeDropped),
  ]
  if (wrong.length > 0) throw new Found(wrong.join('; '))
}

function wrongReadings(
  at: Situation,
  readings: readonly Reading[],
  rows: readonly Row[],
  mayBeDropped: boolean,
): string[] {
  const captures = rows.filter(isCapture)
  const wrong: string[] = []
  for (const taken of at.taken) {
    const found = readings.filter(({ pictureSha256 }) => pictureSha256 === taken.sha256)
    const row = captures.find(({ sha256 }) => sha256 === taken.sha256)
    if (found.length > 1) wrong.push(`${taken.sha256} arrived ${found.length} times`)
    if (found.length === 0 && (taken.said || row !== undefined)) wrong.push(`${taken.sha256} is lost`)
    if (found.length > 0 && row === undefined && !mayBeDropped)
      wrong.push(`${taken.sha256} has no row on the phone`)
    for (const reading of found) wrong.push(...differences(taken, row, reading))
  }
  const known = new Set(at.taken.map(({ sha256 }) => sha256))
  for (const { id, pictureSha256 } of readings)
    if (pictureSha256 === null || !known.has(pictureSha256))
      wrong.push(`reading ${id} is of no capture of this run`)
  return wrong
}

type Reading = Awaited<ReturnType<Ground['readingsAfter']>>[number]
type Skip = Awaited<ReturnType<Ground['skipsAfter']>>[number]

function differences(taken: Taken, row: Capture | undefined, reading: Reading): string[] {
  const wrong: string[] = []
  if (reading.meterId !== taken.meterId) wrong.push(`${taken.sha256} is at meter ${reading.meterId}`)
  if (reading.createdByUserId !== taken.userId) wrong.push(`${taken.sha256} is by ${reading.createdByUserId}`)
  if (row === undefined) return wrong
  if (row.id !== reading.idempotencyKey || row.readingId !== reading.id)
    wrong.push(`${taken.sha256} has the receipt of ${row.readingId}, not of ${reading.id}`)
  if (
    row.value !== null &&
    row.valueSource !== null &&
    (row.value !== reading.value || row.valueSource !== reading.valueSource)
  )
    wrong.push(`${taken.sha256} has value ${reading.value} (${reading.valueSource}), not ${row.value}`)
  return wrong
}

/** Skips of one meter, person, reason and note are alike: as many arrive as the phone said it saved. */
function wrongSkips(
  at: Situation,
  skips: readonly Skip[],
  rows: readonly Row[],
  mayBeDropped: boolean,
): string[] {
  const wrong: string[] = []
  const count = (all: readonly string[], wanted: string) => all.filter((each) => each === wanted).length
  const said = at.skipped.map(wordsOf)
  const arrived = skips.map(wordsOf)
  for (const words of new Set([...said, ...arrived]))
    if (count(said, words) !== count(arrived, words))
      wrong.push(`${words}: ${count(said, words)} said to be saved, ${count(arrived, words)} arrived`)
  for (const skip of skips) {
    const row = rows.filter(isSkip).find(({ id }) => id === skip.idempotencyKey)
    if (row === undefined ? !mayBeDropped : wordsOf({ ...row, ...row.owner }) !== wordsOf(skip))
      wrong.push(`skip ${skip.id} is not as on the phone: ${JSON.stringify(row ?? null)}`)
  }
  return wrong
}

const wordsOf = ({ meterId, userId, reason, note }: Skipped): string =>
  `skip of meter ${meterId} by ${userId}: ${reason} ${note}`
