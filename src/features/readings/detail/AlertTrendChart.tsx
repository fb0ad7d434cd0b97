import { Group, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import { formatRange } from '../../../../text/formatNumber.ts'
import axes from '../../../shared/chart/axes.module.css'
import { ChartFoot } from '../../../shared/chart/ChartFoot.tsx'
import type { Viewport } from '../../../shared/chart/chartViewport.ts'
import { type Limit, LimitKeys, LimitLines, spanOf } from '../../../shared/chart/LimitLines.tsx'
import { SeriesChart } from '../../../shared/chart/SeriesChart.tsx'
import seriesColors from '../../../shared/chart/seriesColors.module.css'
import { type ChartSeries, pointsWithin, type SeriesPoint } from '../../../shared/chart/seriesPoints.ts'
import { ViewportToolbar } from '../../../shared/chart/ViewportToolbar.tsx'
import { extentOf, valueAxis } from '../../../shared/chart/valueAxis.ts'
import classes from './AlertContext.module.css'

interface Props {
  series: ChartSeries
  /** When the alert's reading was measured, and its value. */
  at: number
  value: number | null
  /** By which the alert's rule opened it. */
  limits: readonly Limit[]
  /** Where the time axis begins. */
  from: number
}

const tableWords = {
  label: '前後7日間の測定値の表',
  name: 'メーター名',
  value: '測定値',
  rest: 'すべての測定値はデータ一覧で確認できます。',
}

const noValues = [0, 1] as const

/**
 * The readings of one meter with the abnormal range or the limits of the alert's rule, and the alert's reading; as a
 * table as well.
 */
export default function AlertTrendChart({ series, at, value, limits, from }: Props) {
  const navigate = useNavigate()
  const [zoomed, setZoomed] = useState<Viewport | null>(null)
  const { band, points, unit, decimals } = series
  const all = useMemo(() => [series], [series])
  const extent = useMemo(() => ({ from, to: Math.max(at, points.at(-1)?.at ?? at) }), [from, at, points])
  const viewport = zoomed ?? extent
  const axis = useMemo(() => {
    const values = pointsWithin(points, viewport).flatMap((point) => point.value ?? [])
    const bounds = band ?? spanOf(limits)
    return valueAxis(extentOf(value === null ? values : [...values, value], bounds) ?? bounds ?? noValues)
  }, [points, viewport, value, band, limits])
  const isInSight = band !== null && band[0] < axis.high && band[1] > axis.low
  const open = ({ point }: SeriesPoint) =>
    void navigate({ to: '/meter-value/$id', params: { id: String(point.id) } })
  return (
    <Stack className={clsx(classes.chart, seriesColors.colors)} gap={4} miw={0}>
      <div className={axes.line}>
        <span aria-hidden>{unit ? `測定値（${unit}）` : '測定値'}</span>
        {band !== null && (
          <span className={axes.range} data-drawn={isInSight}>
            異常範囲 {`${formatRange(...band, decimals)} ${unit ?? ''}`.trimEnd()}
            {!isInSight && '（グラフの外）'}
          </span>
        )}
        {limits.length > 0 && (
          <Group gap="4px 12px">
            <LimitKeys limits={limits} axis={axis} decimals={decimals} unit={unit} />
          </Group>
        )}
      </div>
      <SeriesChart
        label={`${series.name}の前後7日間の測定値${unit ? `（${unit}）` : ''}`}
        series={all}
        extent={extent}
        viewport={viewport}
        axis={axis}
        band={isInSight ? band : null}
        numbers={false}
        styled={false}
        mark={{ at, value, text: 'アラート' }}
        marks={(to) => <LimitLines limits={limits} axis={axis} to={to} />}
        onViewport={setZoomed}
        onOpen={open}
      />
      {zoomed && <ViewportToolbar extent={extent} viewport={viewport} part onViewport={setZoomed} />}
      <ChartFoot words={tableWords} series={all} viewport={viewport} onOpen={open} />
    </Stack>
  )
}
