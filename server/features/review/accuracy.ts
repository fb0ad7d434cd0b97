import {
  type Accuracy,
  type AccuracyCause,
  type Counted,
  leastDecisions,
  suspiciousShare,
} from '../../../contract/review/accuracy.ts'

/** What came of one reading. */
export interface Outcome {
  kind: 'sure' | 'unsure' | 'blind'
  read: number
  /** The value that a person kept or typed; null: none. */
  kept: number | null
  isWrong: boolean
  decimals: number | null
  /** How surely the meter was found in the picture, 0 to 1; null: not known. */
  registration: number | null
  /** Since the decision before; null: not known. */
  seconds: number | null
}

/** Below it the meter is not where its reference picture shows it. */
const leastRegistration = 0.6
/** From this share of the wrong values on, one digit is the cause. */
const leastOfDigit = 0.6

export function accuracyOf(id: number | null, name: string, outcomes: readonly Outcome[]): Accuracy {
  const count = (kind: Outcome['kind']): Counted => {
    const ofKind = outcomes.filter((each) => each.kind === kind)
    return { decided: ofKind.length, wrong: ofKind.filter(({ isWrong }) => isWrong).length }
  }
  return {
    id,
    name,
    sure: count('sure'),
    unsure: count('unsure'),
    blind: count('blind'),
    seconds: medianOf(outcomes.flatMap(({ seconds }) => seconds ?? [])),
    digit: worstDigit(outcomes)?.digit ?? null,
    cause: null,
  }
}

/** Returns why a meter is probably read wrongly. Null: it is read well, or too little is known. */
export function causeOf(outcomes: readonly Outcome[]): AccuracyCause | null {
  const wrong = outcomes.filter(({ isWrong }) => isWrong)
  if (outcomes.length < leastDecisions || wrong.length <= outcomes.length * suspiciousShare) return null
  const registration = medianOf(wrong.flatMap((each) => each.registration ?? []))
  if (registration !== null && registration < leastRegistration) return 'moved'
  const worst = worstDigit(outcomes)
  return worst !== null && worst.count >= wrong.length * leastOfDigit ? 'digit' : 'picture'
}

/** How many of the decided readings had another value. */
export const wrongShare = ({ sure, unsure, blind }: Pick<Accuracy, 'sure' | 'unsure' | 'blind'>): number => {
  const all = [sure, unsure, blind]
  const decided = all.reduce((sum, each) => sum + each.decided, 0)
  return decided === 0 ? 0 : all.reduce((sum, each) => sum + each.wrong, 0) / decided
}

/** The first digit from the left that differs, of most wrong values: those to its right follow from it. */
function worstDigit(outcomes: readonly Outcome[]): { digit: number; count: number } | null {
  const counts = new Map<number, number>()
  for (const { read, kept, isWrong, decimals } of outcomes) {
    if (!isWrong || kept === null) continue
    const [one, other] = [read, kept].map((value) =>
      Math.abs(value)
        .toFixed(decimals ?? 0)
        .replace('.', ''),
    )
    if (one === undefined || other === undefined) continue
    const length = Math.max(one.length, other.length)
    const [a, b] = [one.padStart(length, '0'), other.padStart(length, '0')]
    const at = [...a].findIndex((character, index) => character !== b[index])
    if (at >= 0) counts.set(length - at, (counts.get(length - at) ?? 0) + 1)
  }
  const [worst] = [...counts].toSorted(([, one], [, other]) => other - one)
  return worst ? { digit: worst[0], count: worst[1] } : null
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
