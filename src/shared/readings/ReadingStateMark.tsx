import {
  IconCheck,
  IconCpu,
  IconEyeExclamation,
  IconFileImport,
  IconKeyboard,
  IconPencilCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import { readingStateText } from '../../../contract/values/readingState.ts'
import type { ReadingState } from '../../../contract/values/readingStates.ts'
import { StatusPill, type Tone } from '../../ui/text/StatusPill.tsx'

const marks: Partial<Record<ReadingState, { tone: Tone; icon: TablerIcon }>> = {
  unsure: { tone: 'waiting', icon: IconEyeExclamation },
  typed: { tone: 'neutral', icon: IconKeyboard },
  imported: { tone: 'neutral', icon: IconFileImport },
  device: { tone: 'neutral', icon: IconCpu },
  confirmed: { tone: 'neutral', icon: IconCheck },
  corrected: { tone: 'neutral', icon: IconPencilCheck },
}

/**
 * Mark of a reading’s state. A value that was read without a doubt has none, and a missing one is already a word.
 * `unsureElsewhere`: the value itself says 要確認.
 */
export function ReadingStateMark({
  state,
  unsureElsewhere = false,
}: {
  state: ReadingState
  unsureElsewhere?: boolean
}) {
  const mark = state === 'unsure' && unsureElsewhere ? undefined : marks[state]
  return mark && <StatusPill {...mark}>{readingStateText(state)}</StatusPill>
}
