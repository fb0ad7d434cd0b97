import { Button } from '@mantine/core'
import { use } from 'react'
import type { RecordedTime } from '../../../offline/captures.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import classes from './camera/NoteLine.module.css'

interface Props {
  recorded: RecordedTime
  /** Milliseconds since 1970. */
  capturedAt: number
  savedAt: number
  disabled: boolean
  onChange: (capturedAt: number) => void
}

const sources: Record<RecordedTime['from'], string> = {
  photograph: '写真の記録',
  file: 'ファイルの日時',
  sharing: '共有した日時',
}

/** Which time counts as that of a chosen picture, and the other one. */
export function CapturedAt({ recorded, capturedAt, savedAt, disabled, onChange }: Props) {
  const zone = use(TimeZone)
  const { at, from, plausible } = recorded
  const isRecorded = capturedAt === at
  return (
    <div className={classes.line}>
      <p className={classes.text} role="status">
        撮影 <TimeText time={capturedAt} />
        <span className={classes.source}>（{isRecorded ? `${sources[from]}から` : '写真を選んだ時刻'}）</span>
        {!plausible && (
          <span className={classes.refused}>
            写真に記録された日時（{formatFullTime(at, zone).slice(0, -3)}）は正しくないため使いません。
          </span>
        )}
      </p>
      {plausible && (
        <Button
          className={classes.action}
          variant="default"
          disabled={disabled}
          onClick={() => onChange(isRecorded ? savedAt : at)}
        >
          {isRecorded ? '今の時刻にする' : `${sources[from]}に戻す`}
        </Button>
      )}
    </div>
  )
}
