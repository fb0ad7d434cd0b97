import { Button, Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { use, useCallback, useMemo, useState } from 'react'
import type { Category } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import type { Reading } from '../../../../contract/readings.ts'
import type { Replacement } from '../../../../contract/replacements.ts'
import type { Span } from '../../../../contract/time/spans.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { useMasters } from '../../../lib/queries/masters.ts'
import { replacementsQuery } from '../../../lib/queries/replacements.ts'
import {
  detailSeriesQuery,
  latestReadingsQuery,
  type MeterSeries,
  seriesQuery,
} from '../../../lib/queries/series.ts'
import { replacementText } from '../../../lib/readings/replacementText.ts'
import type { Viewport } from '../../../shared/chart/chartViewport.ts'
import seriesColors from '../../../shared/chart/seriesColors.module.css'
import type { ChartSeries, SeriesPoint } from '../../../shared/chart/seriesPoints.ts'
import { maxSeries } from '../../../shared/chart/seriesStyle.ts'
import { timeExtent } from '../../../shared/chart/timeExtent.ts'
import { ViewportToolbar } from '../../../shared/chart/ViewportToolbar.tsx'
import { AgeNote } from '../../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { spanTime } from '../../../ui/text/localTime.ts'
import text from '../../../ui/text/Text.module.css'
import classes from './GraphPanel.module.css'
import { GraphSkeleton } from './GraphSkeleton.tsx'
import { type Latest, LatestValues } from './LatestValues.tsx'
import { mergeDetail } from './mergeDetail.ts'
import { UnitChart } from './UnitChart.tsx'

interface Props {
  /** Filtered. */
  meters: readonly Meter[]
  span: Span
  /** 「グラフ数値」 */
  numbers: boolean
  /** Lists the readings of an unconfirmed time. */
  onUnconfirmed: () => void
  /** Opens a reading; ← and → go through `among`, in time order. */
  onOpen: (readingId: number, among: readonly { id: number }[]) => void
}

/** データグラフ: a chart per unit, and each meter's latest value. */
export default function GraphPanel({ meters, span, numbers, onUnconfirmed, onOpen }: Props) {
  const zone = use(TimeZone)
  const { units } = useMasters('units')
  const { data: categories } = useQuery(categoriesQuery)
  const drawn = useMemo(() => meters.slice(0, maxSeries), [meters])
  const ids = drawn.map(({ id }) => id)
  const overview = useQuery(seriesQuery(ids, span))
  const others = useQuery(
    latestReadingsQuery(
      meters.slice(maxSeries).map(({ id }) => id),
      span,
    ),
  )
  const extent = useMemo(() => timeExtent(overview.data ?? [], span, zone), [overview.data, span, zone])

  const asked = `${ids} ${span.from} ${span.to}`
  const [zoom, setZoom] = useState<{ asked: string; viewport: Viewport } | null>(null)
  const zoomed = zoom?.asked === asked ? zoom.viewport : null
  const onViewport = (next: Viewport | null) => setZoom(next && { asked, viewport: next })
  const viewport = zoomed ?? extent
  const detailed = useDetail(ids, overview.data, zoomed, zone)

  const unitNames = useMemo(() => new Map(units.map(({ id, name }) => [id, name])), [units])
  const replacements = useReplacements(drawn)
  const series = useMemo(
    () => chartSeriesOf(drawn, detailed, replacements, unitNames, typesOf(categories)),
    [drawn, detailed, replacements, unitNames, categories],
  )
  const charts = useMemo(() => [...Map.groupBy(series, ({ unit }) => unit).entries()], [series])
  const [chosen, setIsolated] = useState<number | null>(null)
  const isolated = series.some(({ id }) => id === chosen) ? chosen : null
  const unknown = others.error ? '取得できませんでした' : '読み込み中'
  const latest = useMemo(
    () => latestOf(meters, overview.data, others.data, unitNames, typesOf(categories), unknown),
    [meters, overview.data, others.data, unitNames, categories, unknown],
  )
  const openLatest = useCallback(
    (meterId: number, readingId: number) =>
      onOpen(readingId, series.find(({ id }) => id === meterId)?.points ?? []),
    [series, onOpen],
  )
  const error = overview.error ?? others.error
  const retry = () => void Promise.all([overview.refetch(), others.isError && others.refetch()])

  if (overview.data === undefined)
    return overview.error ? <ErrorState error={overview.error} retry={retry} /> : <GraphSkeleton />

  const unconfirmed = overview.data.reduce((sum, each) => sum + each.unconfirmedTimes, 0)
  const open = ({ series, point }: SeriesPoint) => onOpen(point.id, series.points)

  return (
    <Stack className={seriesColors.colors} gap={12}>
      <AgeNote fetchedAt={overview.dataUpdatedAt} />
      {error && <RefetchError error={error} fetchedAt={overview.dataUpdatedAt} retry={retry} />}
      {meters.length > drawn.length && (
        <p className={text.dimmed} role="status">
          {`該当する${meters.length}件のうち${drawn.length}件をグラフに表示しています。検索条件でメーターを絞り込めます。`}
        </p>
      )}
      {unconfirmed > 0 && (
        <Group gap="8px 12px">
          <p className={text.dimmed} role="status">
            {`時刻不明 ${unconfirmed.toLocaleString('ja-JP')}件を除いています。測定日時を確定すると表示します。`}
          </p>
          <Button size="compact-md" variant="default" onClick={onUnconfirmed}>
            時刻不明の一覧
          </Button>
        </Group>
      )}
      <div
        className={classes.body}
        data-outdated={overview.isPlaceholderData || undefined}
        aria-busy={overview.isPlaceholderData}
      >
        <div className={classes.latest}>
          <LatestValues latest={latest} onOpen={openLatest} />
        </div>
        {extent === null || viewport === null ? (
          <EmptyState text="この条件の測定値はありません。期間やメーターを変えてください。" />
        ) : (
          <Stack gap={16} miw={0}>
            <ViewportToolbar
              extent={extent}
              viewport={viewport}
              part={zoomed !== null}
              onViewport={onViewport}
            />
            {charts.length > 1 && (
              <p className={text.dimmed}>単位が異なるメーターは、単位ごとのグラフに分けて表示しています。</p>
            )}
            {charts.map(([unit, of]) => (
              <UnitChart
                key={unit ?? 'none'}
                series={of}
                extent={extent}
                viewport={viewport}
                numbers={numbers}
                titled={charts.length > 1}
                isolated={isolated}
                onIsolate={setIsolated}
                onViewport={onViewport}
                onOpen={open}
              />
            ))}
          </Stack>
        )}
      </div>
    </Stack>
  )
}

/** Debounced: the viewport's readings that the downsampled answer lacks. */
function useDetail(
  ids: readonly number[],
  overview: readonly MeterSeries[] | undefined,
  viewport: Viewport | null,
  zone: string,
): readonly MeterSeries[] | undefined {
  const [debounced] = useDebouncedValue(viewport, 250)
  const isDownsampled = overview?.some(({ count, points }) => count > points.length) ?? false
  const interval = debounced ?? { from: 0, to: 0 }
  const { data: detail } = useQuery({
    ...detailSeriesQuery(ids, interval, {
      from: spanTime(interval.from, zone),
      to: spanTime(interval.to, zone),
    }),
    enabled: debounced !== null && viewport !== null && isDownsampled,
  })
  return useMemo(
    () => (overview && detail && viewport ? mergeDetail(overview, detail.series, detail.interval) : overview),
    [overview, detail, viewport],
  )
}

const dataOf = (results: readonly UseQueryResult<Replacement[]>[]) => results.map(({ data }) => data)

/** Of all meters, latest first; until the answers the latest of each. */
function useReplacements(meters: readonly Meter[]): readonly Replacement[] {
  const latest = useMemo(() => meters.flatMap(({ replacement }) => replacement ?? []), [meters])
  const fetched = useQueries({
    queries: latest.map(({ meter_id }) => replacementsQuery(meter_id)),
    combine: dataOf,
  })
  return useMemo(() => latest.flatMap((one, index) => fetched[index] ?? [one]), [latest, fetched])
}

const typesOf = (categories: readonly Category[] = []) =>
  new Map(categories.map(({ id, type }) => [id, type]))

function latestOf(
  meters: readonly Meter[],
  series: readonly MeterSeries[] | undefined,
  others: readonly Reading[] | undefined,
  unitNames: ReadonlyMap<number, string>,
  types: ReturnType<typeof typesOf>,
  unknown: string,
): Latest[] {
  const readingOf = new Map([
    ...(series ?? []).map(({ meterId, latest }) => [meterId, latest] as const),
    ...(others ?? []).map((reading) => [reading.meter_id, reading] as const),
  ])
  return meters.map(({ id, name, meter_unit_id, meter_category_id, decimal_point }, index) => ({
    meterId: id,
    name,
    unit: unitNames.get(meter_unit_id),
    decimals: decimal_point,
    type: types.get(meter_category_id),
    reading: readingOf.get(id) ?? null,
    absence: index < maxSeries || others ? 'データ無し' : unknown,
  }))
}

function chartSeriesOf(
  meters: readonly Meter[],
  series: readonly MeterSeries[] | undefined,
  replacements: readonly Replacement[],
  unitNames: ReadonlyMap<number, string>,
  types: ReturnType<typeof typesOf>,
): ChartSeries[] {
  const replacementsOf = Map.groupBy(replacements, ({ meter_id }) => meter_id)
  const pointsOf = new Map(series?.map(({ meterId, points }) => [meterId, points]))
  return meters.map((meter, style) => {
    const { emergency_start_value: start, emergency_end_value: end, decimal_point: decimals } = meter
    const unit = unitNames.get(meter.meter_unit_id)
    return {
      id: meter.id,
      name: meter.name,
      unit,
      decimals,
      type: types.get(meter.meter_category_id),
      band: start === null || end === null ? null : [start, end],
      style,
      points: pointsOf.get(meter.id) ?? [],
      breaks: (replacementsOf.get(meter.id) ?? []).map((each) => ({
        at: Date.parse(each.replaced_at),
        text: replacementText(
          { oldEnd: each.old_end_value, newStart: each.new_start_value },
          decimals,
          unit ?? '',
        ),
      })),
    }
  })
}
