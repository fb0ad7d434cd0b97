import { Box, Button, Group } from '@mantine/core'
import { use } from 'react'
import type { RecordedTime } from '../../../offline/captures.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import text from '../../ui/text/Text.module.css'
import { TimeText } from '../../ui/text/TimeText.tsx'

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
    <Group gap="4px 12px" justify="space-between" wrap="nowrap" mb={8}>
      <p className={text.small} role="status">
        撮影 <TimeText time={capturedAt} />
        <Box component="span" display="inline-block">
          （{isRecorded ? `${sources[from]}から` : '写真を選んだ時刻'}）
        </Box>
        {!plausible && (
          <Box component="span" display="block" c="var(--waiting-text)">
            写真に記録された日時（{formatFullTime(at, zone).slice(0, -3)}）は正しくないため使いません。
          </Box>
        )}
      </p>
      {plausible && (
        <Button
          flex="none"
          h={48}
          variant="default"
          disabled={disabled}
          onClick={() => onChange(isRecorded ? savedAt : at)}
        >
          {isRecorded ? '今の時刻にする' : `${sources[from]}に戻す`}
        </Button>
      )}
    </Group>
  )
}
