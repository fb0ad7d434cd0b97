import { IconArrowBackUp, IconPencil } from '@tabler/icons-react'
import { type Amendment, isCorrection, type Row } from '../../../../offline/rows.ts'
import { byServerClock, isRefused, isUnsent } from '../../../../offline/sendable.ts'
import { useOutboxRows } from '../../../lib/held/outboxRows.ts'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { namedText, recordSteps, stateTexts, stepsDone, withdrawalText } from '../captureTexts.ts'
import { OutboxItem } from './OutboxItem.tsx'
import classes from './OutboxRow.module.css'
import { useIsAbnormal } from './useIsAbnormal.ts'

interface Props {
  amendment: Amendment
  organizationId: number
}

/** Whether a person has to release it before it is sent. */
const isStopped = (row: Row): boolean => row.state === 'aside' || isRefused(row)

/** A correction or withdrawal of what was sent: time, new value, status. */
export function AmendmentRow({ amendment, organizationId }: Props) {
  const Icon = isCorrection(amendment) ? IconPencil : IconArrowBackUp
  const target = useOutboxRows().find(({ id }) => id === amendment.targetId)
  const abnormal = useIsAbnormal(amendment.meterId, isCorrection(amendment) ? amendment.value : null)
  return (
    <OutboxItem
      row={amendment}
      organizationId={organizationId}
      picture={
        <span className={classes.kind}>
          <Icon size={24} aria-hidden />
          {isCorrection(amendment) ? '修正' : '取り消し'}
        </span>
      }
      line={
        <>
          <TimeText time={byServerClock(amendment.savedAt, amendment)} />
          {isCorrection(amendment) ? (
            <ValueText
              value={amendment.value}
              unit={amendment.unit}
              decimals={amendment.decimalPoint}
              abnormal={abnormal}
              size="sm"
            />
          ) : (
            <span>{withdrawalText(amendment, target)}</span>
          )}
          {isUnsent(amendment.state) && target !== undefined && isStopped(target) && (
            <span>{namedText(target)}を送信するまで待ちます</span>
          )}
        </>
      }
      steps={recordSteps}
      done={stepsDone(amendment, false)}
      pill={stateTexts[amendment.state]}
    />
  )
}
