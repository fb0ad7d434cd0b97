import { brokenRules, type Expectation, expectationOf, plausibilityOf } from './expectation.ts'
import { type Candidate, decimalsOf, formatValue, MIN_CONFIDENCE, type PictureResult } from './result.ts'
import type { Advice, Frame, Prior, ReaderSettings, ReadResult } from './types.ts'

/** Minimum weight of a clear digit, which advice never changes. */
const CLEAR = 0.9
/** With more, the picture is too poor to resolve. */
const MAX_DOUBTFUL = 4
/** Minimum ratio of the best reading's possibility to its rival's. */
const TELLING = 4
/** Maximum confidence of a resolved reading: a person should check it. */
const RESOLVED = 0.85
/** Maximum confidence of a clear reading that contradicts what is known; still enough for a value. */
const CONTRADICTED = 0.7

interface DigitCombination {
  /** One character a slot. */
  text: string
  value: number
  /** From the picture alone. */
  weight: number
  against: Advice['because']
  /** From what is known alone. */
  possible: number
  /** From both. */
  posterior: number
}

/**
 * Resolves doubtful digits by earlier readings, direction, rate and range, among candidates that the picture
 * supports. Never changes a clear digit or removes a value: a clear picture that contradicts what is known
 * only loses confidence. `ocr`, `degree`, `position` and the reasons keep saying what the picture shows, the
 * frame what the value says. docs/decisions/010-prior-knowledge-is-advice.md
 */
export function advise(
  seen: PictureResult,
  settings: ReaderSettings,
  prior: Prior | null = null,
): ReadResult {
  const { candidates, guess, ...result } = seen
  const expectation = expectationOf(settings, prior, candidates?.length ?? null)
  const advised =
    (candidates && resolve(result, candidates, settings, expectation)) ??
    caution(result, expectation, toleranceOf(expectation, settings))
  return { ...advised, secondChoice: secondChoiceOf(seen, advised.value, decimalsOf(settings) ?? 0) }
}

type Advised = Omit<ReadResult, 'secondChoice'>

/** What was dropped or changed; else the value with its most doubtful digit replaced. */
function secondChoiceOf(
  { guess, candidates }: Pick<PictureResult, 'guess' | 'candidates'>,
  value: number | null,
  decimals: number,
): number | null {
  if (guess !== null && guess !== value) return guess
  const likeliestTexts = (candidates ?? []).map(([first]) => first?.text ?? '?')
  const others = (candidates ?? [])
    .flatMap(([first, second], slot) =>
      first && second ? [{ slot, text: second.text, share: second.weight / first.weight }] : [],
    )
    .sort((a, b) => b.share - a.share)
  for (const { slot, text } of others) {
    const other = numberOf(likeliestTexts.with(slot, text).join(''), decimals)
    if (other !== null && other !== value) return other
  }
  return null
}

const numberOf = (text: string, decimals: number): number | null =>
  /^ *-?\d+$/.test(text) ? Number(`${text.trim()}e-${decimals}`) : null

function resolve(
  result: Advised,
  candidates: readonly (readonly Candidate[])[],
  settings: ReaderSettings,
  expectation: Expectation,
): Advised | null {
  const doubtful = candidates.filter((position) => (position[0]?.weight ?? 0) < CLEAR)
  if (doubtful.length === 0 || doubtful.length > MAX_DOUBTFUL) return null
  const decimals = decimalsOf(settings) ?? 0
  const wordings = combinationsOf(candidates, decimals, expectation)
  const chosen = likeliest(wordings, ({ posterior }) => posterior)
  if (!chosen || chosen.against.length > 0 || chosen.value === result.value) return null
  const rival = likeliest(
    wordings.filter((wording) => wording !== chosen),
    ({ weight }) => weight,
  )
  const share = chosen.posterior / wordings.reduce((sum, { posterior }) => sum + posterior, 0)
  const placed = result.registration ?? 1
  const confidence = Math.min(RESOLVED, placed, share * supportOf(candidates))
  if (!rival || chosen.possible < TELLING * rival.possible || !(confidence >= MIN_CONFIDENCE)) return null
  return {
    ...result,
    value: chosen.value,
    confidence: Number(confidence.toFixed(3)),
    advice: { seen: result.value, because: rival.against.length > 0 ? rival.against : ['like the last'] },
    frame: framed(result.frame, chosen, decimals),
  }
}

function framed(frame: Frame, { text, value }: DigitCombination, decimals: number): Frame {
  const boxes = frame.boxes.map((box, index) => ({ ...box, text: text[index] ?? box.text }))
  return { ...frame, boxes, text: formatValue(value, decimals) }
}

function combinationsOf(
  positions: readonly (readonly Candidate[])[],
  decimals: number,
  expectation: Expectation,
): DigitCombination[] {
  const rows = positions.reduce<{ text: string; weight: number }[]>(
    (starts, position) => {
      const open = (position[0]?.weight ?? 0) < CLEAR ? position : position.slice(0, 1)
      return starts.flatMap((start) =>
        open.map(({ text, weight }) => ({ text: start.text + text, weight: start.weight * weight })),
      )
    },
    [{ text: '', weight: 1 }],
  )
  return rows.flatMap(({ text, weight }) => {
    const value = numberOf(text, decimals)
    if (value === null) return []
    const against = brokenRules(expectation, value, 0)
    const possible = plausibilityOf(expectation, value, against)
    return { text, value, weight, against, possible, posterior: weight * possible }
  })
}

/** Total weight of the candidates of the least certain slot. */
function supportOf(positions: readonly (readonly Candidate[])[]): number {
  return Math.min(1, ...positions.map((position) => position.reduce((sum, { weight }) => sum + weight, 0)))
}

function likeliest(
  wordings: readonly DigitCombination[],
  by: (wording: DigitCombination) => number,
): DigitCombination | null {
  return wordings.reduce<DigitCombination | null>(
    (best, wording) => (best === null || by(wording) > by(best) ? wording : best),
    null,
  )
}

/** A drum between two digits may be read one lower than before. A display that counts up shows exact digits. */
const toleranceOf = ({ rising, step }: Expectation, { type }: ReaderSettings): number =>
  rising && (type === 2 || type === 7) ? 0 : step

function caution(result: Advised, expectation: Expectation, tolerance: number): Advised {
  if (result.value === null) return result
  const because = brokenRules(expectation, result.value, tolerance)
  if (because.length === 0) return result
  return {
    ...result,
    confidence: Math.min(result.confidence, CONTRADICTED),
    advice: { seen: result.value, because },
  }
}
