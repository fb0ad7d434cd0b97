import { Button, Loader } from '@mantine/core'
import { IconCameraRotate, IconCheck, IconCloudUpload, IconPencil } from '@tabler/icons-react'
import { reasonText } from '../../lib/reasons.ts'
import { StatusPill } from '../../ui/StatusPill.tsx'
import { ValueText } from '../../ui/ValueText.tsx'
import classes from './Proposal.module.css'
import type { Reading } from './useCaptureFlow.ts'

/** Below this the person should look twice. */
const sure = 0.85

interface Props {
  reading: Reading
  /** The reader's value as the meter shows it; null when there is none. */
  value: number | null
  unit: string
  decimalPoint: number | null
  abnormal: boolean
  onAccept: () => void
  onCorrect: () => void
  onLeave: () => void
  onRetake: () => void
}

/** The reader's proposal and what the person can do with it. */
export function Proposal({
  reading,
  value,
  unit,
  decimalPoint,
  abnormal,
  onAccept,
  onCorrect,
  onLeave,
  onRetake,
}: Props) {
  return (
    <div className={classes.proposal}>
      <div className={classes.result}>
        <p className={classes.saved} role="status">
          <IconCheck size={18} aria-hidden />
          保存しました
        </p>
        <div className={classes.value} aria-live="polite">
          <ReadingResult
            reading={reading}
            value={value}
            unit={unit}
            decimalPoint={decimalPoint}
            abnormal={abnormal}
          />
        </div>
      </div>
      {value !== null && (
        <Button className={classes.main} leftSection={<IconCheck size={24} aria-hidden />} onClick={onAccept}>
          この値で確定
        </Button>
      )}
      <div className={classes.others}>
        <Button
          className={classes.other}
          variant={value === null && reading !== 'under way' ? 'filled' : 'default'}
          leftSection={<IconPencil size={20} aria-hidden />}
          onClick={onCorrect}
        >
          {value === null ? '値を入力' : '修正'}
        </Button>
        <Button
          className={classes.other}
          variant="default"
          leftSection={<IconCameraRotate size={20} aria-hidden />}
          onClick={onRetake}
        >
          撮り直す
        </Button>
      </div>
      <Button
        className={classes.other}
        variant="subtle"
        leftSection={<IconCloudUpload size={20} aria-hidden />}
        onClick={onLeave}
      >
        サーバーに任せる
      </Button>
    </div>
  )
}

function ReadingResult({
  reading,
  value,
  unit,
  decimalPoint,
  abnormal,
}: Pick<Props, 'reading' | 'value' | 'unit' | 'decimalPoint' | 'abnormal'>) {
  if (reading === 'under way') {
    return (
      <span className={classes.working}>
        <Loader size={20} aria-hidden />
        読取中…
      </span>
    )
  }
  if (reading === 'failed') return <span>この端末では読み取れませんでした</span>
  const { confidence } = reading
  // What stands there already need not be said twice.
  const reasons = reading.reasons.filter((reason) => reason !== 'unknown')
  return (
    <>
      {value === null ? (
        <span className={classes.unread}>読み取れませんでした</span>
      ) : (
        <ValueText value={value} unit={unit} decimals={decimalPoint} abnormal={abnormal} size="xl" />
      )}
      {value !== null && (
        <StatusPill tone={confidence >= sure ? 'normal' : 'waiting'}>
          信頼度 {Math.round(confidence * 100)}%
        </StatusPill>
      )}
      {reasons.length > 0 && <span className={classes.reasons}>{reasons.map(reasonText).join('、')}</span>}
    </>
  )
}
