import { Box, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { hashKey, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, use, useId, useMemo, useState } from 'react'
import type { Judging } from '../../../contract/alert-rules/rule.ts'
import type { Meter } from '../../../contract/meters.ts'
import { replayQuery } from '../../lib/queries/alert-rules/alertRules.ts'
import { seriesQuery } from '../../lib/queries/series.ts'
import type { ChartSeries } from '../../shared/chart/seriesPoints.ts'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'
import { spanTime } from '../../ui/text/localTime.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { GroupTrial } from './GroupTrial.tsx'
import type { ReadingDialogOf } from './readingDialog.ts'
import { TrialCases } from './TrialCases.tsx'
import { countText, quieterText } from './trialTexts.ts'
import { WeekBars } from './WeekBars.tsx'

/** Lazy: the chart library is larger than the form. */
const TrialChart = lazy(() => import('./TrialChart.tsx'))

interface Props {
  /** Null: the rule is not complete. */
  judging: Judging | null
  /** As it is saved; null: it is new. */
  saved: Judging | null
  /** Those that the rule judges. */
  meters: readonly Meter[]
  unit: string
  readingDialog: ReadingDialogOf
}

/** Milliseconds after the last key. */
const pause = 300
const day = 86_400_000
/** As far as 試算 looks back. */
const days = 90

/** 試算: what the rule would have found at one of its meters in the last 90 days. */
export function RuleTrial({ judging, saved, meters, unit, readingDialog }: Props) {
  const heading = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const meter =
    meters.find(({ id }) => id === chosen) ?? meters.find((each) => each.last_reading) ?? meters[0]
  return (
    <Stack component="section" gap="sm" miw={0} aria-labelledby={heading}>
      <Text component="h3" id={heading} fw={700}>
        試算（過去{days}日）
      </Text>
      {meter === undefined || judging === null ? (
        <Text size="sm" c="dimmed">
          {meter === undefined
            ? '対象のメーターを選ぶと、過去の測定値で試算します。'
            : 'ルールの入力が済むと、過去の測定値で試算します。'}
        </Text>
      ) : (
        <>
          {meters.length > 1 && (
            <RowSelect
              label="試算するメーター"
              maw="24em"
              rows={meters}
              value={meter.id}
              onChange={setChosen}
            />
          )}
          <MeterTrial
            key={meter.id}
            meter={meter}
            judging={judging}
            saved={saved}
            unit={unit}
            readingDialog={readingDialog}
          />
          {meters.length > 1 && (
            <GroupTrial
              key={hashKey([judging, meters.map(({ id }) => id)])}
              judging={judging}
              meters={meters}
              onChoose={setChosen}
            />
          )}
        </>
      )}
    </Stack>
  )
}

interface MeterTrialProps extends Omit<Props, 'judging' | 'meters'> {
  meter: Meter
  judging: Judging
}

function MeterTrial({ meter, judging, saved, unit, readingDialog }: MeterTrialProps) {
  const zone = use(TimeZone)
  const [asked] = useDebouncedValue(judging, pause)
  const replay = useQuery(replayQuery(meter.id, asked))
  const isChanged = saved !== null && hashKey([saved]) !== hashKey([asked])
  const before = useQuery({ ...replayQuery(meter.id, saved ?? asked), enabled: isChanged })
  const today = todayIn(zone, useCurrentMinute())
  const span = useMemo(
    () => ({ from: spanTime(Date.parse(`${today}T00:00Z`) - days * day, zone), to: null }),
    [today, zone],
  )
  const { data: found, error: seriesError, refetch } = useQuery(seriesQuery([meter.id], span))
  const [opened, setOpened] = useState<number | null>(null)
  const points = found?.[0]?.points
  const series = useMemo(
    (): ChartSeries => ({
      id: meter.id,
      name: meter.name,
      unit,
      decimals: meter.decimal_point,
      band: null,
      style: 0,
      // The abnormal range of the meter is another rule.
      points: points?.map((point) => ({ ...point, abnormal: false })) ?? [],
    }),
    [meter, unit, points],
  )
  const { data } = replay
  if (data === undefined)
    return replay.error ? (
      <ErrorState error={replay.error} retry={() => void replay.refetch()} />
    ) : (
      <RowSkeletons count={1} height={320} />
    )
  if (data.readings === 0)
    return <EmptyState text={`「${meter.name}」には、過去${days}日に判定する測定値がありません。`} />
  const isOutdated = replay.isPlaceholderData || asked !== judging
  return (
    <Stack gap="sm" data-outdated={isOutdated || undefined} aria-busy={isOutdated}>
      {replay.error && <ErrorState error={replay.error} retry={() => void replay.refetch()} />}
      <Box role="status">
        <Text fw={700}>{`このルールで開くアラート ${countText(data)}`}</Text>
        {isChanged && before.data && (
          <Text size="sm" c="dimmed">{`保存されているルールでは ${countText(before.data)}`}</Text>
        )}
        {data.is_noisy && (
          <Group gap={8} mt={4}>
            <StatusPill tone="waiting">週に1件を超えます</StatusPill>
            <Text size="sm">{quieterText(judging.condition.kind)}</Text>
          </Group>
        )}
      </Box>
      {seriesError && points === undefined ? (
        <ErrorState error={seriesError} retry={() => void refetch()} />
      ) : points === undefined ? (
        <RowSkeletons count={1} height={240} />
      ) : (
        <Suspense fallback={<RowSkeletons count={1} height={240} />}>
          <TrialChart series={series} judging={asked} replay={data} onOpen={setOpened} />
        </Suspense>
      )}
      {data.cases.length > 0 && (
        <>
          <WeekBars replay={data} />
          <TrialCases replay={data} onOpen={setOpened} />
        </>
      )}
      {opened !== null && readingDialog({ id: opened, onClose: () => setOpened(null) })}
    </Stack>
  )
}
