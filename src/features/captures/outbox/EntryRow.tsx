import { IconKeyboard } from '@tabler/icons-react'
import type { Entry } from '../../../../offline/rows.ts'
import { byServerClock } from '../../../../offline/sendable.ts'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { recordSteps, stateTexts, stepsDone } from '../captureTexts.ts'
import { OutboxItem } from './OutboxItem.tsx'
import classes from './OutboxRow.module.css'
import { useIsAbnormal } from './useIsAbnormal.ts'
import { useRowValue } from './useRowValue.tsx'

interface Props {
  entry: Entry
  organizationId: number
}

/** A value without a photograph: time, value, status, actions. */
export function EntryRow({ entry, organizationId }: Props) {
  const { value, isWithdrawn, amended, enterItem, withdrawItem, dialog } = useRowValue(entry, {
    readValue: null,
    picture: null,
  })
  const abnormal = useIsAbnormal(entry.meterId, value)
  return (
    <OutboxItem
      row={entry}
      organizationId={organizationId}
      picture={
        <span className={classes.kind}>
          <IconKeyboard size={24} aria-hidden />
          値だけ
        </span>
      }
      line={
        <>
          <TimeText time={byServerClock(entry.capturedAt, entry)} />
          <ValueText
            value={value}
            unit={entry.unit}
            decimals={entry.decimalPoint}
            abnormal={abnormal}
            size="sm"
          />
          {amended}
        </>
      }
      steps={recordSteps}
      done={stepsDone(entry, false)}
      pill={stateTexts[entry.state]}
      items={
        entry.state !== 'discarded' &&
        !isWithdrawn && (
          <>
            {enterItem}
            {withdrawItem}
          </>
        )
      }
      dialog={dialog}
    />
  )
}
