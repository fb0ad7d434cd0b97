import { Stack } from '@mantine/core'
import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import type { ReplayAnswer } from '../../../contract/alert-rules/alertRules.ts'
import type { Judging } from '../../../contract/alert-rules/rule.ts'
import axes from '../../shared/chart/axes.module.css'
import { ChartFoot } from '../../shared/chart/ChartFoot.tsx'
import type { Viewport } from '../../shared/chart/chartViewport.ts'
import { LimitKeys, spanOf } from '../../shared/chart/LimitLines.tsx'
import { SeriesChart } from '../../shared/chart/SeriesChart.tsx'
import seriesColors from '../../shared/chart/seriesColors.module.css'
import { type ChartSeries, pointsWithin } from '../../shared/chart/seriesPoints.ts'
import { ViewportToolbar } from '../../shared/chart/ViewportToolbar.tsx'
import { extentOf, valueAxis } from '../../shared/chart/valueAxis.ts'
import { limitsOf, TrialMarks } from './TrialMarks.tsx'
import classes from './trial.module.css'

interface Props {
  series: ChartSeries
  judging: Judging
  replay: ReplayAnswer
  /** Opens a reading. */
  onOpen: (readingId: number) => void
}

const tableWords = {
  label: '試算した測定値の表',
  name: 'メーター名',
  value: '測定値',
  rest: 'すべての測定値はデータ一覧で確認できます。',
}

const noValues = [0, 1] as const

/** The readings of 90 days with the limits of a rule, its dead band and the cases that it would have opened. */
export default function TrialChart({ series, judging, replay, onOpen }: Props) {
  const [zoomed, setZoomed] = useState<Viewport | null>(null)
  const { points, unit, decimals } = series
  const all = useMemo(() => [series], [series])
  const extent = useMemo(() => ({ from: Date.parse(replay.from), to: Date.parse(replay.to) }), [replay])
  const viewport = zoomed ?? extent
  const limits = useMemo(() => limitsOf(judging.condition), [judging])
  const axis = useMemo(() => {
    const values = pointsWithin(points, viewport).flatMap((point) => point.value ?? [])
    const band = spanOf(limits)
    return valueAxis(extentOf(values, band) ?? band ?? noValues)
  }, [points, viewport, limits])
  return (
    <Stack className={clsx(classes.chart, seriesColors.colors)} gap={4} miw={0}>
      <div className={axes.line}>
        <span aria-hidden>{unit ? `測定値（${unit}）` : '測定値'}</span>
        <span className={classes.legend}>
          <LimitKeys limits={limits} axis={axis} decimals={decimals} />
          <span className={classes.key}>アラート</span>
        </span>
      </div>
      <SeriesChart
        label={`${series.name}の過去90日の測定値${unit ? `（${unit}）` : ''}`}
        series={all}
        extent={extent}
        viewport={viewport}
        axis={axis}
        band={null}
        numbers={false}
        styled={false}
        marks={(to) => <TrialMarks to={to} axis={axis} limits={limits} cases={replay.cases} />}
        onViewport={setZoomed}
        onOpen={({ point }) => onOpen(point.id)}
      />
      {zoomed && <ViewportToolbar extent={extent} viewport={viewport} part onViewport={setZoomed} />}
      <ChartFoot
        words={tableWords}
        series={all}
        viewport={viewport}
        onOpen={({ point }) => onOpen(point.id)}
      />
    </Stack>
  )
}
