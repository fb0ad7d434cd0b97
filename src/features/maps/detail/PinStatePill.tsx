import { StatusPill } from '../../../ui/text/StatusPill.tsx'
import type { PinFacts } from './pinFacts.ts'
import { stateMarks } from './stateMarks.ts'

/** Nothing while the state is not known. */
export const PinStatePill = ({ facts: { state, word } }: { facts: Pick<PinFacts, 'state' | 'word'> }) =>
  state && <StatusPill {...stateMarks[state]}>{word}</StatusPill>
