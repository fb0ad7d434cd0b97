import { comparePositions, initialState, type RuleState } from '../../../contract/alert-rules/engine.ts'
import { judgeAgain } from '../../../contract/alert-rules/judgeAgain.ts'
import { replay } from '../../../contract/alert-rules/replay.ts'
import type { Tx } from '../../db/client.ts'
import type { MeterKey, Position } from '../../db/reading-order.ts'
import type { StatesOfRules } from '../../db/schema.ts'
import type { AnnouncedAlert } from '../../queue/job-queue.ts'
import { closeCases, findCases, writeCases } from './cases.ts'
import { type RuleOfMeter, type RulesOfMeter, rulesOfMeter } from './meter-rules.ts'
import { ruleReadings } from './rule-readings.ts'
import { deleteStates, dropCheckpoints, findCheckpoint, writeStates } from './states.ts'

/**
 * Advances the rules of a meter by readings that were added, changed or deleted at these positions, in the transaction
 * that does it. The meter is locked. Returns the alerts of which people are to be told.
 */
export async function judgeByRules(
  tx: Tx,
  meter: MeterKey,
  changed: readonly Position[],
  now: Date,
): Promise<AnnouncedAlert[]> {
  const known = await rulesOfMeter(tx, meter)
  if (known === null) return []
  const { context, rules, replacedAt, states, before } = known
  // A change of the rule closes its cases itself, except those that open at the same moment.
  const ended = Object.keys(states).filter(
    (id) => !rules.some((rule) => rule.id === Number(id) && entryIn(states, rule)),
  )
  await closeCases(tx, meter, ended.map(Number), now)
  if (rules.length === 0) {
    if (ended.length > 0) await deleteStates(tx, meter)
    return []
  }

  const starts = await startsOf(tx, meter, known, changed)
  const after = starts.map(endOf).toSorted(comparePositions)[0]
  const readings = after === undefined ? [] : await ruleReadings(tx, meter, after, replacedAt)
  const [next, previous]: [StatesOfRules, StatesOfRules] = [{ ...states }, { ...before }]
  for (const id of ended) {
    delete next[id]
    delete previous[id]
  }
  const announced: AnnouncedAlert[] = []
  for (const { rule, start, since, isAgain } of starts) {
    const { id, judgedFrom, judging } = rule
    const end = endOf({ start, since })
    const rest = readings.filter((reading) => comparePositions(reading, end) > 0)
    const earlier = replay(judging, context, rest.slice(0, -1), start)
    const { cases, state } = replay(judging, context, rest.slice(-1), earlier.state)
    const isUnchanged = [...earlier.cases, ...cases].every((one) => one === start.open)
    if (isAgain || !isUnchanged) {
      const stored = await findCases(tx, meter, rule, start.last)
      const changes = judgeAgain(judging, context, start, rest, stored)
      announced.push(...(await writeCases(tx, meter, rule, changes, now)))
    }
    next[id] = { judgedFrom, from: since, state }
    previous[id] = { judgedFrom, from: since, state: earlier.state }
  }
  await writeStates(tx, meter, { states: next, before: previous, latest: readings.at(-1) })
  return announced
}

/** Readings behind it are judged. */
const endOf = ({ start, since }: Pick<Start, 'start' | 'since'>): Position =>
  start.last ?? { at: since, id: 0 }

interface Start {
  rule: RuleOfMeter
  /** Before the first reading that changed. */
  start: RuleState
  /** Readings that were measured from then on are judged, in milliseconds since 1970. */
  since: number
  /** Whether readings are judged that were judged before. */
  isAgain: boolean
}

/** Where the rules that these readings concern begin to judge. */
async function startsOf(
  tx: Tx,
  meter: MeterKey,
  { rules, states, before }: RulesOfMeter,
  changed: readonly Position[],
): Promise<Start[]> {
  const concerned = rules.flatMap((rule) => {
    const known = entryIn(states, rule)
    const since = known?.from ?? rule.judgedFrom
    const first = changed.filter(({ at }) => at >= since).toSorted(comparePositions)[0]
    if (first === undefined) return []
    // Of a meter that joins a group later, what was long ago is not judged.
    return [{ rule, first, since: known?.from ?? Math.max(since, first.at - day) }]
  })
  const again = concerned.filter(({ rule, first }) => !isBehind(stateIn(states, rule), first))
  const earliest = again.map(({ first }) => first).toSorted(comparePositions)[0]
  if (earliest !== undefined) await dropCheckpoints(tx, meter, earliest)
  const isFar = again.some(({ rule, first }) => !isBehind(stateIn(before, rule), first))
  const checkpoint = isFar ? await findCheckpoint(tx, meter) : {}
  return concerned.map(({ rule, first, since }) => {
    const known = [states, before, checkpoint].map((some) => stateIn(some, rule))
    const start = known.find((state) => isBehind(state, first)) ?? initialState
    return { rule, start, since, isAgain: start !== known[0] }
  })
}

const day = 86_400_000

/** Whether a reading follows all that a state knows. */
const isBehind = ({ last }: RuleState, reading: Position): boolean =>
  last === null || comparePositions(last, reading) < 0

/** Undefined: the rule has not judged the meter yet, or judged another way then. */
function entryIn(states: StatesOfRules, { id, judgedFrom }: RuleOfMeter) {
  const known = states[id]
  return known?.judgedFrom === judgedFrom ? known : undefined
}

const stateIn = (states: StatesOfRules, rule: RuleOfMeter): RuleState =>
  entryIn(states, rule)?.state ?? initialState
