import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beginRound, take } from './actions.ts'
import { arrive, check } from './check.ts'
import { type Ground, openGround } from './ground.ts'
import { Found, see, signIn } from './inspector.ts'
import { nextVersion } from './next-version.ts'
import { readyForOffline } from './offline-data.ts'
import type { CampaignPhone } from './phone.ts'
import { type Plan, planOf } from './plan.ts'
import type { Situation } from './situation.ts'

type OpenPhone = (origin: string) => Promise<CampaignPhone>

export interface Options {
  /** Of a run each. */
  seeds: readonly number[]
  openPhone: OpenPhone
  tell?: (words: string) => void
  /** Ends the campaign after the run that is under way. */
  stop?: AbortSignal
}

interface Outcome {
  seed: number
  captures: number
  skips: number
  /** From the line's return until everything had arrived; null: it did not. Milliseconds. */
  arrival: number | null
  /** What must not happen, in words; null: nothing. */
  found: string | null
}

/** A phone is new after so many runs, and after one that found something. */
const runsOfAPhone = 25

/** Runs one after another on one server; a run begins with a phone that has nothing unsent. */
export async function campaign({ seeds, openPhone, tell = () => {}, stop }: Options): Promise<Outcome[]> {
  const ground = await openGround()
  const version = nextVersion()
  const outcomes: Outcome[] = []
  let situation: Situation | null = null
  try {
    for (const [at, seed] of seeds.entries()) {
      if (stop?.aborted === true) break
      if (situation !== null && at % runsOfAPhone === 0) {
        await situation.phone.close()
        situation = null
      }
      situation ??= await begin(ground, openPhone, version)
      const outcome = await run(situation, planOf(seed), tell)
      outcomes.push(outcome)
      if (outcome.found === null) continue
      await situation.phone.close()
      situation = null
    }
  } finally {
    await situation?.phone.close()
    await ground.close()
  }
  return outcomes
}

async function begin(ground: Ground, openPhone: OpenPhone, next: () => Promise<string>): Promise<Situation> {
  ground.line.release('on')
  ground.line.set(null)
  ground.line.serveConsoleFrom(null)
  const people = [await ground.addUser(), await ground.addUser()] as const
  const phone = await openPhone(ground.line.origin)
  await phone.goto('/login')
  await signIn(phone, people[0])
  await readyForOffline(phone)
  return {
    ground,
    phone,
    people,
    holder: 0,
    taken: [],
    skipped: [],
    clocks: [],
    next,
    isOpen: true,
    nextPhotoIsTooLarge: false,
    isUpdated: false,
  }
}

async function run(at: Situation, plan: Plan, tell: (words: string) => void): Promise<Outcome> {
  const began = Date.now()
  at.taken = []
  at.skipped = []
  at.clocks = [0]
  at.nextPhotoIsTooLarge = false
  const before = {
    reading: (await at.ground.readingsAfter(0)).at(-1)?.id ?? 0,
    skip: (await at.ground.skipsAfter(0)).at(-1)?.id ?? 0,
  }
  let arrival: number | null = null
  let found: string | null = null
  let step = ''
  try {
    if (plan.steps.some(({ kind }) => kind === 'skip')) {
      step = 'round'
      await beginRound(at)
    }
    for (const each of plan.steps) {
      step = JSON.stringify(each)
      await take(at, each)
    }
    step = 'arrival'
    arrival = await arrive(at)
    step = 'check'
    await check(at, before)
    await at.phone.shiftClock(0)
  } catch (error) {
    found = `${step}: ${error instanceof Found ? error.message : (error as Error).stack}`
    const folder = '.cache/faults'
    mkdirSync(folder, { recursive: true })
    await at.phone.screenshot(join(folder, `${plan.seed}.png`))
    tell(
      `seed ${plan.seed}: ${found}\n  steps ${JSON.stringify(plan.steps)}\n  shown ${JSON.stringify(await see(at.phone).catch(() => null))}`,
    )
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  tell(
    `seed ${plan.seed}: ${at.taken.length} captures, ${at.skipped.length} skips, ${plan.steps.map(({ kind }) => kind).join(' ')}, arrived after ${arrival} ms, ${seconds} s`,
  )
  return {
    seed: plan.seed,
    captures: at.taken.filter(({ said }) => said).length,
    skips: at.skipped.length,
    arrival,
    found,
  }
}
