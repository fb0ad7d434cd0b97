import { Box, Flex, Loader, Stack } from '@mantine/core'
import { IconEqual, IconEqualNot } from '@tabler/icons-react'
import { useState } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import type { ReaderSettings, ReadResult, Reason } from '../../../reader/web/index.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { confidenceLevelOf } from '../../lib/readings/confidenceLevel.ts'
import { reasonText } from '../../lib/readings/reasons.ts'
import { emptyText } from '../../shared/readings/ValueText.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { FramedPicture } from './FramedPicture.tsx'
import classes from './TrialRowView.module.css'
import { valuesMatch } from './trial.ts'
import type { TrialOutcome, TrialRow } from './useTrial.ts'

interface Props {
  row: TrialRow
  settings: ReaderSettings
  unit: string | undefined
}

const stateTexts: Record<Exclude<TrialOutcome['state'], 'read'>, string> = {
  waiting: '順番待ち',
  reading: '読取中',
  skipped: '中止',
  missing: '画像を取得できません。電波の届く所でもう一度お試しください。',
  failed: '読み取りを実行できませんでした。もう一度お試しください。',
}

/** With advice to check pins and boxes. */
const reasonHere = (reason: Reason) =>
  reason === 'unknown' ? 'ピンや枠の位置を確かめてください' : reasonText(reason)

/** One picture: value read, confidence, stored value. */
export function TrialRowView({ row: { reading, picture, outcome }, settings, unit }: Props) {
  const [large, setLarge] = useState(false)
  const words = (value: number) =>
    [formatNumber(value, settings.decimalPoint), unit].filter(Boolean).join(' ')
  const result = outcome.state === 'read' ? outcome.result : null
  return (
    <li className={classes.row} data-large={large || undefined}>
      <FramedPicture
        src={picture ?? reading?.thumbnail ?? null}
        frame={result?.frame ?? null}
        name={reading === null ? 'メーター画像' : '測定時の画像'}
        large={large}
        onPress={() => setLarge(!large)}
      />
      <Stack gap={2} align="flex-start">
        <Box component="p" c="dimmed" fz={13}>
          {reading === null ? 'この画像' : <TimeText time={reading.created_at} />}
        </Box>
        {outcome.state === 'read' ? (
          <Result result={outcome.result} words={words} />
        ) : (
          <Flex component="p" gap={6} align="center" fz="sm">
            {outcome.state === 'reading' && <Loader size={14} aria-hidden />}
            {stateTexts[outcome.state]}
          </Flex>
        )}
        {reading && (
          <Stored reading={reading} read={result?.value ?? null} settings={settings} words={words} />
        )}
      </Stack>
    </li>
  )
}

function Result({
  result: { value, confidence, reasons },
  words,
}: {
  result: ReadResult
  words: (value: number) => string
}) {
  const { word, tone } = confidenceLevelOf(confidence)
  return (
    <>
      <p className={classes.value} data-missing={value === null || undefined}>
        {value === null ? '読み取れません' : words(value)}
      </p>
      {value !== null && (
        <StatusPill tone={tone}>{`信頼度 ${word} ${Math.floor(confidence * 100)} %`}</StatusPill>
      )}
      {reasons.length > 0 && (
        <Box component="p" c="var(--waiting-text)" fz={13}>
          {reasons.map(reasonHere).join('、')}
        </Box>
      )}
    </>
  )
}

function Stored({
  reading: { value, read_state: state },
  read,
  settings,
  words,
}: {
  reading: Pick<Reading, 'value' | 'read_state'>
  read: number | null
  settings: ReaderSettings
  words: (value: number) => string
}) {
  const same = value !== null && read !== null && valuesMatch(read, value, settings)
  return (
    <Flex component="p" wrap="wrap" gap="4px 8px" align="center" c="dimmed" fz={13} className="tabular-nums">
      {`登録値 ${value === null ? emptyText(state, settings.type) : words(value)}`}
      {value !== null && read !== null && (
        <StatusPill tone={same ? 'normal' : 'waiting'} icon={same ? IconEqual : IconEqualNot}>
          {same ? '一致' : '不一致'}
        </StatusPill>
      )}
    </Flex>
  )
}
