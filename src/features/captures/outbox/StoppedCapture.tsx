import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconInfoCircle,
  IconPlayerPause,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ValueRow } from '../../../../offline/rows.ts'
import { isOnlyHere, type RowState } from '../../../../offline/sendable.ts'
import { nextStepText, sendFailureText, standstillText, takeBackText } from '../captureTexts.ts'
import classes from '../Finished.module.css'
import { useRowActions } from './useRowActions.ts'

const icons: Partial<Record<RowState, TablerIcon>> = { aside: IconPlayerPause, discarded: IconX }

interface Props {
  /** Absent where this device has it no longer. */
  capture: ValueRow | undefined
}

/** A capture that is not on its way to the server: why, and what can be done. */
export function StoppedCapture({ capture }: Props) {
  if (!capture) {
    return (
      <div className={classes.result} role="status">
        <IconInfoCircle size={32} className={classes.icon} aria-hidden />
        <div>
          <p className={classes.title}>送信状況を表示できません</p>
          <p className={classes.note}>この記録が、端末に見つかりません。</p>
        </div>
      </div>
    )
  }
  const Icon = icons[capture.state] ?? IconAlertTriangle
  return (
    <div className={classes.result} role="status">
      <Icon size={32} className={classes.icon} data-failed={!capture.removed || undefined} aria-hidden />
      <div>
        <p className={classes.title}>{standstillText(capture)}</p>
        {isOnlyHere(capture.state) && capture.lastError && (
          <p className={classes.note}>{sendFailureText(capture.lastError, capture)}</p>
        )}
        <p className={classes.note}>{nextStepText(capture)}</p>
        {capture.removed && <TakeBack capture={capture} />}
      </div>
    </div>
  )
}

function TakeBack({ capture }: { capture: ValueRow }) {
  const { takeBack } = useRowActions(capture)
  return (
    <Button
      variant="default"
      className={classes.back}
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      onClick={() => void takeBack()}
    >
      {takeBackText(capture)}
    </Button>
  )
}
