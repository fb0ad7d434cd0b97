import { readingStateOf } from '../values/readingState.ts'
import type { RuleReading } from './engine.ts'

type Stored = Parameters<typeof readingStateOf>[0]

/**
 * Returns a reading as the engine takes it; null: rules do not judge it, because it was imported. `at`: milliseconds since
 * 1970. `isOfNewMeter`: the meter was replaced since the reading before.
 */
export function ruleReadingOf(
  stored: Stored,
  { id, at, isOfNewMeter }: Pick<RuleReading, 'id' | 'at' | 'isOfNewMeter'>,
): RuleReading | null {
  if (stored.source === 'import') return null
  return {
    id,
    at,
    value: stored.value,
    state: readingStateOf(stored),
    isOfPerson: stored.source === 'entry' || stored.source === 'phone',
    isOfNewMeter,
  }
}
