import { type SkipReason, skipReasons } from '../../../contract/rounds.ts'
import { type Random, randomFrom } from '../../../faces/random.ts'

/** What the line between phone and server does to a call. */
export type LineFault =
  /** Connections are refused or break. */
  | { kind: 'cut' }
  /** Calls get no answer; those asked meanwhile break when the line returns, or `forever` never hear. */
  | { kind: 'silent'; forever: boolean }
  /** 64 kbit/s in each direction. */
  | { kind: 'slow' }
  /** A captive portal's page with status 200. */
  | { kind: 'portal' }
  /** `own`: in the form of our server's failures. */
  | { kind: 'status'; status: FaultStatus; own: boolean; retryAfter: number | null }

export const faultStatuses = [401, 408, 409, 413, 429, 500, 503] as const
export type FaultStatus = (typeof faultStatuses)[number]

/** Which calls it meets. */
export type Scope = 'uploads' | 'api' | 'all'

export const strikes = ['browser', 'worker', 'server', 'database', 'line', 'version', 'connection'] as const
/** What is killed, cut, swapped or closed. */
export type Strike = (typeof strikes)[number]

/** `request`: while the first bytes of a capture or skip are on the line; `answer`: after it was stored, before the phone hears. */
export type Moment = 'request' | 'answer'

/** How the inspector ends a capture. `stay`: the question stays open; `away`: to another screen without an answer. */
export const endings = ['accept', 'correct', 'leave', 'stay', 'away'] as const
export type Ending = (typeof endings)[number]

export type Step =
  | {
      kind: 'capture'
      /** Position in the list of meters. */
      meter: number
      ending: Ending
      /** Entered with `correct`. */
      value: number
      strike: { what: Strike; at: Moment } | null
    }
  | { kind: 'skip'; meter: number; reason: SkipReason; strike: { what: Strike; at: Moment } | null }
  | { kind: 'line'; fault: LineFault; scope: Scope }
  | { kind: 'heal' }
  /** So many captures or skips are stored, and their answers lost. */
  | { kind: 'lose-answers'; count: number }
  | { kind: 'strike'; what: Strike }
  /** The next photograph does not fit into the storage. */
  | { kind: 'full' }
  | { kind: 'clock'; minutes: number }
  /** Signs out and in as the colleague, or back. */
  | { kind: 'hand-over' }

/** Seeds of the runs in `npm test`: together they contain every fault. */
export const quickSeeds = [9, 30, 68, 90, 406] as const

export interface Plan {
  seed: number
  steps: Step[]
}

/** What can happen, with its weight. */
const kinds: readonly (readonly [Step['kind'], number])[] = [
  ['capture', 10],
  ['skip', 4],
  ['line', 6],
  ['heal', 1.5],
  ['lose-answers', 1.5],
  ['strike', 2],
  ['full', 0.5],
  ['clock', 1],
  ['hand-over', 0.6],
]

export const meterCount = 4
const clockSteps = [-1440, -90, -7, 4, 75, 1440] as const

/** The same for a seed, whatever the machine, the browser or an earlier run did. */
export function planOf(seed: number): Plan {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1))
  // Neighbouring seeds begin alike.
  for (let turn = 0; turn < 8; turn += 1) random()
  const count = 3 + Math.floor(random() * 4)
  const steps = Array.from({ length: count }, () => stepOf(weighted(random, kinds), random))
  if (!steps.some(({ kind }) => kind === 'capture')) steps.push(stepOf('capture', random))
  return { seed, steps }
}

function stepOf(kind: Step['kind'], random: Random): Step {
  switch (kind) {
    case 'capture':
      return {
        kind,
        meter: Math.floor(random() * meterCount),
        ending: one(random, endings),
        value: Math.round(random() * 75) / 100,
        strike: strikeOf(random),
      }
    case 'skip':
      return {
        kind,
        meter: Math.floor(random() * meterCount),
        reason: one(random, skipReasons),
        strike: strikeOf(random),
      }
    case 'line':
      return { kind, fault: faultOf(random), scope: one(random, ['uploads', 'api', 'all'] as const) }
    case 'lose-answers':
      return { kind, count: 1 + Math.floor(random() * 3) }
    case 'strike':
      return { kind, what: one(random, strikes) }
    case 'clock':
      return { kind, minutes: one(random, clockSteps) }
    case 'heal':
    case 'full':
    case 'hand-over':
      return { kind }
  }
}

function strikeOf(random: Random): { what: Strike; at: Moment } | null {
  return random() < 0.3 ? { what: one(random, strikes), at: random() < 0.5 ? 'request' : 'answer' } : null
}

function faultOf(random: Random): LineFault {
  const kind = weighted(random, [
    ['cut', 2],
    ['silent', 0.7],
    ['slow', 1],
    ['portal', 2],
    ['status', 5],
  ] as const)
  if (kind === 'silent') return { kind, forever: random() < 0.4 }
  if (kind !== 'status') return { kind }
  return {
    kind,
    status: one(random, faultStatuses),
    own: random() < 0.5,
    retryAfter: random() < 0.3 ? one(random, [1, 5, 3600] as const) : null,
  }
}

function one<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}

function weighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  let at = random() * total
  for (const [choice, weight] of choices) {
    at -= weight
    if (at < 0) return choice
  }
  throw new Error('nothing to choose from')
}
