import { Box, Button, Flex, Group, Loader, Stack } from '@mantine/core'
import { IconCameraRotate, IconCheck, IconCloudUpload, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { confidenceLevelOf } from '../../../lib/readings/confidenceLevel.ts'
import { adviceTexts } from '../../../lib/readings/reasons.ts'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import buttons from '../../../ui/form/LargeButton.module.css'
import { StatusPill } from '../../../ui/text/StatusPill.tsx'
import { leaveText } from '../captureTexts.ts'
import { Saved } from '../Saved.tsx'
import { isReadable, type LocalReadState, type PhoneReading } from '../useCaptureFlow.ts'
import { checkValueText, explainReasons } from './doubtTexts.ts'
import classes from './Proposal.module.css'

interface Props {
  reading: LocalReadState
  /** With the meter's decimals; null when there is none. */
  value: number | null
  unit: string
  decimalPoint: number | null
  abnormal: boolean
  /** What the meter's settings lack for reading; null when nothing. */
  gap: string | null
  /** The server is being asked about the photograph: nothing else can be done with it. */
  isChecking: boolean
  /** Compared with the last value. */
  change?: ReactNode
  onAccept: () => void
  onCorrect: () => void
  onLeave: () => void
  onRetake: () => void
}

/** The reader's proposal with its actions. */
export function Proposal({
  reading,
  value,
  unit,
  decimalPoint,
  abnormal,
  gap,
  isChecking,
  change,
  onAccept,
  onCorrect,
  onLeave,
  onRetake,
}: Props) {
  const waiting = reading === 'under way'
  const refused = value === null && !waiting
  const { texts, retake } = doubtsOf(reading, gap)
  return (
    <Stack gap={8}>
      <Stack gap={4}>
        <Saved />
        <Group className={classes.value} gap="4px 12px" mih={48} aria-live="polite">
          <ReadingResult
            reading={reading}
            waiting={waiting}
            value={value}
            unit={unit}
            decimalPoint={decimalPoint}
            abnormal={abnormal}
            doubts={texts}
          />
          {change}
        </Group>
      </Stack>
      {value !== null && (
        <Button className={buttons.main} leftSection={<IconCheck size={24} aria-hidden />} onClick={onAccept}>
          この値で確定
        </Button>
      )}
      <div className={buttons.pair}>
        <Button
          className={buttons.other}
          variant={refused && !retake ? 'filled' : 'default'}
          leftSection={<IconPencil size={20} aria-hidden />}
          disabled={isChecking}
          onClick={onCorrect}
        >
          {value === null ? '値を入力' : '修正'}
        </Button>
        <Button
          className={buttons.other}
          variant={refused && retake ? 'filled' : 'default'}
          leftSection={<IconCameraRotate size={20} aria-hidden />}
          disabled={isChecking}
          onClick={onRetake}
        >
          撮り直す
        </Button>
      </div>
      <Button
        className={buttons.other}
        variant="subtle"
        leftSection={<IconCloudUpload size={20} aria-hidden />}
        onClick={onLeave}
      >
        {leaveText(isReadable(reading, gap))}
      </Button>
    </Stack>
  )
}

interface ResultProps extends Pick<Props, 'reading' | 'value' | 'unit' | 'decimalPoint' | 'abnormal'> {
  waiting: boolean
  doubts: readonly string[]
}

function ReadingResult({ reading, waiting, value, unit, decimalPoint, abnormal, doubts }: ResultProps) {
  if (waiting) {
    return (
      <Flex component="span" display="inline-flex" gap={8} align="center">
        <Loader size={20} aria-hidden />
        読取中…
      </Flex>
    )
  }
  if (reading === 'failed') return <span>この端末では読み取れませんでした</span>
  const written = (number: number) => `${formatNumber(number, decimalPoint)} ${unit}`.trimEnd()
  const notes = typeof reading === 'object' ? notesOn(reading, doubts, written) : doubts
  return (
    <>
      {value === null ? (
        <Box component="span" fz="lg" fw={700}>
          読み取れませんでした
        </Box>
      ) : (
        <>
          <ValueText value={value} unit={unit} decimals={decimalPoint} abnormal={abnormal} size="xl" />
          {typeof reading === 'object' && <ConfidencePill reading={reading} />}
        </>
      )}
      {notes.length > 0 && (
        <Box component="ul" flex="0 1 100%" fz="sm" c="var(--waiting-text)" aria-label="読取について">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Box>
      )}
    </>
  )
}

// Positions are ratios of the reference picture.
const confidenceLevelNow = ({ confidence, unregistered }: PhoneReading) =>
  confidenceLevelOf(unregistered ? 0 : confidence)

function ConfidencePill({ reading }: { reading: PhoneReading }) {
  const { word, tone, icon } = confidenceLevelNow(reading)
  return (
    <StatusPill tone={tone} icon={icon}>
      信頼度 {word}
    </StatusPill>
  )
}

function doubtsOf(reading: LocalReadState, gap: string | null) {
  if (typeof reading === 'object') return explainReasons(reading.reasons, reading.value, gap)
  return gap === null ? { texts: [], retake: false } : explainReasons([], null, gap)
}

function notesOn(
  reading: PhoneReading,
  doubts: readonly string[],
  written: (number: number) => string,
): string[] {
  const { value, unregistered } = reading
  const notes = [
    ...doubts,
    ...adviceTexts(reading, written).map((text) => `${text}。`),
    ...(unregistered ? ['メーター画像がこの端末にないため、位置を合わせずに読み取りました。'] : []),
  ]
  // Below 高 without a reason: shows the advice all the same.
  const unsure = value !== null && confidenceLevelNow(reading).word !== '高'
  return notes.length === 0 && unsure ? [checkValueText] : notes
}
