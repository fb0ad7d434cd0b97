import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { use, useCallback, useMemo, useState } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import type { Span } from '../../../../contract/spans.ts'
import { closeSeriesQuery, type MeterSeries, seriesQuery } from '../../../lib/queries/series.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'
import { AgeNote } from '../../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefreshFailure } from '../../../ui/table/RefreshFailure.tsx'
import { TimeZone } from '../../../ui/text/clock.ts'
import classes from './GraphPanel.module.css'
import { GraphSkeleton } from './GraphSkeleton.tsx'
import { type Latest, LatestValues } from './LatestValues.tsx'
import { type Line, type Spot, withDetail } from './lines.ts'
import { spanTime } from './localTime.ts'
import { mostLines } from './looks.ts'
import type { TimeWindow } from './timeWindow.ts'
import { UnitChart } from './UnitChart.tsx'
import { WindowTools } from './WindowTools.tsx'
import { wholeOf } from './whole.ts'

interface Props {
  /** Those that the criteria leave. */
  meters: readonly Meter[]
  span: Span
  /** 「グラフ数値」 */
  numbers: boolean
  /** Opens a reading; ← and → walk through the others in the order of time. */
  onOpen: (readingId: number, line: readonly { id: number }[]) => void
}

/** データグラフ: a chart for each unit, and the latest value of each meter beside it. */
export default function GraphPanel({ meters, span, numbers, onOpen }: Props) {
  const zone = use(TimeZone)
  const { data: units } = useQuery(unitsQuery)
  const drawn = useMemo(() => meters.slice(0, mostLines), [meters])
  const ids = drawn.map(({ id }) => id)
  const overview = useQuery(seriesQuery(ids, span))
  const whole = useMemo(() => wholeOf(overview.data ?? [], span, zone), [overview.data, span, zone])

  const asked = `${ids} ${span.from} ${span.to}`
  const [zoom, setZoom] = useState<{ asked: string; window: TimeWindow } | null>(null)
  const window = zoom?.asked === asked ? zoom.window : null
  const onWindow = (next: TimeWindow | null) => setZoom(next && { asked, window: next })
  const shown = window ?? whole
  const series = useDetail(ids, overview.data, window, zone)

  const unitNames = useMemo(() => new Map(units?.map(({ id, name }) => [id, name])), [units])
  const lines = useMemo(() => linesOf(drawn, series, unitNames), [drawn, series, unitNames])
  const charts = useMemo(() => [...Map.groupBy(lines, ({ unit }) => unit).entries()], [lines])
  const latest = useMemo(() => latestOf(drawn, overview.data, unitNames), [drawn, overview.data, unitNames])
  const openLatest = useCallback(
    (meterId: number, readingId: number) =>
      onOpen(readingId, lines.find((line) => line.meterId === meterId)?.points ?? []),
    [lines, onOpen],
  )
  const retry = () => void overview.refetch()

  if (overview.data === undefined)
    return overview.error ? <ErrorState error={overview.error} retry={retry} /> : <GraphSkeleton />

  const open = ({ line, point }: Spot) => onOpen(point.id, line.points)

  return (
    <div className={classes.panel}>
      <AgeNote fetchedAt={overview.dataUpdatedAt} />
      {overview.error && (
        <RefreshFailure error={overview.error} fetchedAt={overview.dataUpdatedAt} retry={retry} />
      )}
      {meters.length > drawn.length && (
        <p className={classes.note} role="status">
          {`該当する${meters.length}台のうち${drawn.length}台を表示しています。検索条件でメーターを絞り込めます。`}
        </p>
      )}
      <div
        className={classes.body}
        data-outdated={overview.isPlaceholderData || undefined}
        aria-busy={overview.isPlaceholderData}
      >
        <div className={classes.latest}>
          <LatestValues latest={latest} onOpen={openLatest} />
        </div>
        {whole === null || shown === null ? (
          <EmptyState text="この条件の測定値はありません。期間やメーターを変えてください。" />
        ) : (
          <div className={classes.charts}>
            <WindowTools whole={whole} shown={shown} part={window !== null} onWindow={onWindow} />
            {charts.length > 1 && (
              <p className={classes.note}>単位が異なるメーターは、単位ごとのグラフに分けて表示しています。</p>
            )}
            {charts.map(([unit, of]) => (
              <UnitChart
                key={unit}
                lines={of}
                whole={whole}
                shown={shown}
                numbers={numbers}
                titled={charts.length > 1}
                onWindow={onWindow}
                onOpen={open}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

/** A moment after the last move, what the server left out of the stretch that is shown. */
function useDetail(
  ids: readonly number[],
  overview: readonly MeterSeries[] | undefined,
  window: TimeWindow | null,
  zone: string,
): readonly MeterSeries[] | undefined {
  const [settled] = useDebouncedValue(window, 250)
  const thinned = overview?.some(({ count, points }) => count > points.length) ?? false
  const stretch = settled ?? { from: 0, to: 0 }
  const { data: close } = useQuery({
    ...closeSeriesQuery(ids, stretch, { from: spanTime(stretch.from, zone), to: spanTime(stretch.to, zone) }),
    enabled: settled !== null && window !== null && thinned,
  })
  return useMemo(
    () => (overview && close && window ? withDetail(overview, close.series, close.stretch) : overview),
    [overview, close, window],
  )
}

function latestOf(
  meters: readonly Meter[],
  series: readonly MeterSeries[] | undefined,
  unitNames: ReadonlyMap<number, string>,
): Latest[] {
  const readingOf = new Map(series?.map(({ meterId, latest }) => [meterId, latest]))
  return meters.map(({ id, name, meter_unit_id, decimal_point }) => ({
    meterId: id,
    name,
    unit: unitNames.get(meter_unit_id),
    decimals: decimal_point,
    reading: readingOf.get(id) ?? null,
  }))
}

function linesOf(
  meters: readonly Meter[],
  series: readonly MeterSeries[] | undefined,
  unitNames: ReadonlyMap<number, string>,
): Line[] {
  const pointsOf = new Map(series?.map(({ meterId, points }) => [meterId, points]))
  return meters.map((meter, look) => {
    const { emergency_start_value: start, emergency_end_value: end } = meter
    return {
      meterId: meter.id,
      name: meter.name,
      unit: unitNames.get(meter.meter_unit_id),
      decimals: meter.decimal_point,
      band: start === null || end === null ? null : [start, end],
      look,
      points: pointsOf.get(meter.id) ?? [],
    }
  })
}
