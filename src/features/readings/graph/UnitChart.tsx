import { Box, Flex } from '@mantine/core'
import { useId, useMemo } from 'react'
import { formatRange } from '../../../../text/formatNumber.ts'
import axes from '../../../shared/chart/axes.module.css'
import { ChartFoot } from '../../../shared/chart/ChartFoot.tsx'
import { isWithin, type Viewport } from '../../../shared/chart/chartViewport.ts'
import { SeriesChart } from '../../../shared/chart/SeriesChart.tsx'
import { type ChartSeries, pointsWithin, type SeriesPoint } from '../../../shared/chart/seriesPoints.ts'
import { extentOf, valueAxis } from '../../../shared/chart/valueAxis.ts'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import text from '../../../ui/text/Text.module.css'
import hidden from '../../../ui/text/VisuallyHidden.module.css'
import { ChartLegend } from './ChartLegend.tsx'
import classes from './UnitChart.module.css'

interface Props {
  series: readonly ChartSeries[]
  extent: Viewport
  viewport: Viewport
  numbers: boolean
  /** One of several charts. */
  titled: boolean
  /** The meter shown alone in all charts. */
  isolated: number | null
  onIsolate: (meterId: number | null) => void
  onViewport: (viewport: Viewport | null) => void
  onOpen: (point: SeriesPoint) => void
}

const tableWords = {
  label: 'グラフの測定値',
  name: 'メーター名',
  value: '測定値',
  rest: 'すべての測定値はデータ一覧で確認できます。',
}

const noValues = [0, 1] as const

/** Meters of one unit: legend, chart, table. */
export function UnitChart({ series, titled, isolated, onIsolate, ...chart }: Props) {
  const heading = useId()
  const visible = useMemo(
    () => (isolated === null ? series : series.filter(({ id }) => id === isolated)),
    [series, isolated],
  )
  const unit = series[0]?.unit
  const hasLegend = titled || series.length > 1
  return (
    <Flex component="section" direction="column" gap={6} miw={0} aria-labelledby={heading}>
      <Box component="h2" id={heading} className={titled ? undefined : hidden.hidden} fz="md">
        {`単位 ${unit ?? '未登録'}`}
      </Box>
      {hasLegend ? (
        <ChartLegend
          series={series}
          isolated={isolated}
          hasRanges={!haveCommonBand(series)}
          onIsolate={onIsolate}
        />
      ) : (
        <p className={text.name}>{series[0]?.name}</p>
      )}
      {visible.length > 0 && <Visible series={visible} unit={unit} styled={hasLegend} {...chart} />}
    </Flex>
  )
}

type VisibleProps = Omit<Props, 'titled' | 'isolated' | 'onIsolate'> & {
  unit: string | undefined
  styled: boolean
}

function Visible({ series, unit, styled, extent, viewport, numbers, onViewport, onOpen }: VisibleProps) {
  const band = bandOf(series)
  const axis = useMemo(() => {
    const values = series.flatMap(({ points }) =>
      pointsWithin(points, viewport).flatMap(({ value }) => (value === null ? [] : [value])),
    )
    return valueAxis(extentOf(values, band) ?? noValues)
  }, [series, viewport, band])
  const breaks = series.flatMap(({ id, name, breaks = [] }) =>
    breaks.filter(({ at }) => isWithin(at, viewport)).map((each) => ({ id, name, ...each })),
  )
  const isInSight = band !== null && band[0] < axis.high && band[1] > axis.low
  const [only] = series.length === 1 ? series : []
  return (
    <>
      <div className={axes.line} aria-hidden>
        <span>{unit ? `測定値（${unit}）` : '測定値'}</span>
        {isInSight && <span className={axes.range}>異常範囲</span>}
      </div>
      {band !== null && !isInSight && (
        <Box component="p" fz={12} c="dimmed" ta="end">
          異常範囲 {`${formatRange(...band, series[0]?.decimals ?? null)} ${unit ?? ''}`.trimEnd()}
          （グラフの外）
        </Box>
      )}
      <SeriesChart
        label={`${only?.name ?? `${series.length}件のメーター`}の測定値${unit ? `（${unit}）` : ''}`}
        series={series}
        extent={extent}
        viewport={viewport}
        axis={axis}
        band={isInSight ? band : null}
        numbers={numbers}
        styled={styled}
        onViewport={onViewport}
        onOpen={onOpen}
      />
      {breaks.length > 0 && (
        <ul className={classes.breaks} aria-label="メーター交換">
          {breaks.map(({ id, name, at, text }) => (
            <li key={`${id} ${at}`}>
              交換 <PlainTime time={new Date(at).toISOString()} />
              {series.length > 1 && ` ${name}`}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      <ChartFoot words={tableWords} series={series} viewport={viewport} onOpen={onOpen} />
    </>
  )
}

const haveCommonBand = ([first, ...others]: readonly ChartSeries[]): boolean =>
  others.every(({ band }) => band?.[0] === first?.band?.[0] && band?.[1] === first?.band?.[1])

/** The common abnormal range; the legend shows different ones. */
const bandOf = (series: readonly ChartSeries[]): ChartSeries['band'] =>
  haveCommonBand(series) ? (series[0]?.band ?? null) : null
