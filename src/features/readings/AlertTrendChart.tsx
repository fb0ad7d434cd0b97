import { Button } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useId, useMemo, useState } from 'react'
import { formatRange } from '../../../contract/formatNumber.ts'
import type { Viewport } from '../../ui/chart/chartViewport.ts'
import { PointTable } from '../../ui/chart/PointTable.tsx'
import { SeriesChart } from '../../ui/chart/SeriesChart.tsx'
import seriesColors from '../../ui/chart/seriesColors.module.css'
import { type ChartSeries, pointsWithin, type SeriesPoint } from '../../ui/chart/seriesPoints.ts'
import { ViewportToolbar } from '../../ui/chart/ViewportToolbar.tsx'
import { extentOf, valueAxis } from '../../ui/chart/valueAxis.ts'
import classes from './AlertContext.module.css'

interface Props {
  series: ChartSeries
  /** When the alert's reading was measured, and its value. */
  at: number
  value: number | null
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

/** The readings of one meter with the abnormal range and the alert's reading; as a table as well. */
export default function AlertTrendChart({ series, at, value, from }: Props) {
  const table = useId()
  const navigate = useNavigate()
  const [tabled, setTabled] = useState(false)
  const [zoomed, setZoomed] = useState<Viewport | null>(null)
  const { band, points, unit, decimals } = series
  const all = useMemo(() => [series], [series])
  const extent = useMemo(() => ({ from, to: Math.max(at, points.at(-1)?.at ?? at) }), [from, at, points])
  const viewport = zoomed ?? extent
  const axis = useMemo(() => {
    const values = pointsWithin(points, viewport).flatMap((point) => point.value ?? [])
    return valueAxis(extentOf(value === null ? values : [...values, value], band) ?? noValues)
  }, [points, viewport, value, band])
  const isInSight = band !== null && band[0] < axis.high && band[1] > axis.low
  const open = ({ point }: SeriesPoint) =>
    void navigate({ to: '/meter-value/$id', params: { id: String(point.id) } })
  return (
    <div className={clsx(classes.chart, seriesColors.colors)}>
      <div className={classes.axes}>
        <span aria-hidden>{unit ? `測定値（${unit}）` : '測定値'}</span>
        {band !== null && (
          <span className={classes.band} data-drawn={isInSight || undefined}>
            異常範囲 {`${formatRange(...band, decimals)} ${unit ?? ''}`.trimEnd()}
            {!isInSight && '（グラフの外）'}
          </span>
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
        onViewport={setZoomed}
        onOpen={open}
      />
      {zoomed && <ViewportToolbar extent={extent} viewport={viewport} part onViewport={setZoomed} />}
      <div className={classes.axes}>
        <Button
          size="compact-md"
          variant="subtle"
          leftSection={<IconTable size={18} aria-hidden />}
          aria-expanded={tabled}
          aria-controls={table}
          onClick={() => setTabled(!tabled)}
        >
          {tabled ? '表を閉じる' : '表で見る'}
        </Button>
        <span aria-hidden>測定日時</span>
      </div>
      <div id={table}>
        {tabled && <PointTable words={tableWords} series={all} viewport={viewport} onOpen={open} />}
      </div>
    </div>
  )
}
