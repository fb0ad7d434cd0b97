import { Box, Button, Flex, Group, Progress, Text } from '@mantine/core'
import { IconArrowLeft, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './Trial.module.css'
import { TrialRowView } from './TrialRowView.tsx'
import { valuesMatch } from './trial.ts'
import type { TrialRow, TrialState } from './useTrial.ts'

interface Props {
  trial: Exclude<TrialState, { state: 'idle' }>
  unit: string | undefined
  onAgain: () => void
  onCancel: () => void
  onBack: () => void
}

/** Readings of this picture and of the latest ones by the unsaved settings. */
export function Trial({ trial, unit, onAgain, onCancel, onBack }: Props) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const { rows, settings, state } = trial
  const finished = rows.filter(
    ({ outcome }) => !['waiting', 'reading', 'skipped'].includes(outcome.state),
  ).length
  const running = state === 'running'
  return (
    <Flex component="section" direction="column" gap={10} aria-label="試し読みの結果">
      <Group gap="xs">
        <Box component="h3" flex={1} fz="md" ref={head} tabIndex={-1}>
          試し読み
        </Box>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          onClick={onBack}
        >
          設定に戻る
        </Button>
        {running ? (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlayerStop size={18} aria-hidden />}
            onClick={onCancel}
          >
            中止
          </Button>
        ) : (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={onAgain}
          >
            もう一度
          </Button>
        )}
      </Group>
      {running && <Progress value={(100 * finished) / rows.length} aria-label="試し読みの進み" />}
      <Box component="p" fz="sm" role="status">
        {running ? `${rows.length} 枚のうち ${finished} 枚を読みました` : summaryOf(rows, settings, state)}
      </Box>
      {trial.list === 'failed' && (
        <Text size="sm">これまでの画像の一覧を取得できません。電波の届く所でもう一度お試しください。</Text>
      )}
      <ol className={classes.rows}>
        {rows.map((row) => (
          <TrialRowView key={row.key} row={row} settings={settings} unit={unit} />
        ))}
      </ol>
    </Flex>
  )
}

function summaryOf(
  rows: readonly TrialRow[],
  settings: Props['trial']['settings'],
  state: Props['trial']['state'],
): string {
  const read = rows.flatMap(({ outcome, reading }) =>
    outcome.state === 'read' ? [{ value: outcome.result.value, stored: reading?.value ?? null }] : [],
  )
  const found = read.filter(({ value }) => value !== null).length
  const both = read.flatMap(({ value, stored }) =>
    value === null || stored === null ? [] : [{ value, stored }],
  )
  const same = both.filter(({ value, stored }) => valuesMatch(value, stored, settings)).length
  const cancelled = state === 'cancelled' ? '中止しました。' : ''
  const values = `${rows.length} 枚のうち ${found} 枚で値を読み取りました。`
  return (
    cancelled +
    values +
    (both.length > 0 ? `登録値のある ${both.length} 枚のうち ${same} 枚で一致しました。` : '')
  )
}
