import { IconReplace } from '@tabler/icons-react'
import { replacedAtOf, type SavedReplacement } from '../../../../offline/rows.ts'
import { replacementText } from '../../../lib/readings/replacementText.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { recordSteps, stateTexts, stepsDone } from '../captureTexts.ts'
import { OutboxItem } from './OutboxItem.tsx'
import classes from './OutboxRow.module.css'

interface Props {
  replacement: SavedReplacement
  organizationId: number
}

/** A meter that was replaced: time, old end and new start, status. */
export const ReplacementRow = ({ replacement, organizationId }: Props) => (
  <OutboxItem
    row={replacement}
    organizationId={organizationId}
    picture={
      <span className={classes.kind}>
        <IconReplace size={24} aria-hidden />
        交換
      </span>
    }
    line={
      <>
        <TimeText time={replacedAtOf(replacement)} />
        <span>{replacementText(replacement, replacement.decimalPoint, replacement.unit)}</span>
        {replacement.note !== '' && <span>{replacement.note}</span>}
      </>
    }
    steps={recordSteps}
    done={stepsDone(replacement, false)}
    pill={stateTexts[replacement.state]}
  />
)
