import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, use, useId, useMemo } from 'react'
import type { Alert } from '../../../../contract/alerts.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { useMasters } from '../../../lib/queries/masters.ts'
import { seriesQuery } from '../../../lib/queries/series.ts'
import { openingLimits } from '../../../shared/chart/LimitLines.tsx'
import type { ChartSeries } from '../../../shared/chart/seriesPoints.ts'
import { emptyText } from '../../../shared/readings/ValueText.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../../ui/table/Skeletons.tsx'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { spanTime } from '../../../ui/text/localTime.ts'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import classes from './AlertContext.module.css'

/** Lazy: the chart library is larger than the alerts screen. */
const AlertTrendChart = lazy(() => import('./AlertTrendChart.tsx'))

const skeleton = <RowSkeletons count={1} height={220} />

interface Props {
  alert: Alert
  unit: string | undefined
}

/** Milliseconds before and after the alert's reading. */
const around = 7 * 24 * 3_600_000

/** A graph of the meter's readings from 7 days before an alert's reading to 7 days after it, and its facts in words. */
export function AlertTrend({ alert, unit }: Props) {
  const heading = useId()
  const zone = use(TimeZone)
  const { categories } = useMasters('categories')
  const { meter_value: reading, emergency_start_value: start, emergency_end_value: end } = alert
  const known = alert.rule?.limits
  const { meter_id: meterId, meter, value, corrected_from: seen = value } = reading
  const at = Date.parse(reading.created_at)
  const span = { from: spanTime(at - around, zone), to: spanTime(at + around, zone) }
  const { data, error, refetch } = useQuery(seriesQuery([meterId], span))
  const [found] = data ?? []
  const type = categories.find(({ id }) => id === meter.meter_category_id)?.type
  const series = useMemo(
    (): ChartSeries => ({
      id: meterId,
      name: meter.name,
      unit,
      decimals: meter.decimal_point,
      type,
      band: start === null || end === null ? null : [start, end],
      style: 0,
      points: found?.points ?? [],
    }),
    [meterId, meter.name, meter.decimal_point, unit, type, start, end, found],
  )
  const values = series.points.flatMap((point) => point.value ?? [])
  const limits = useMemo(() => (known ? openingLimits(known) : []), [known])
  const written = (number: number) => `${formatNumber(number, meter.decimal_point)} ${unit ?? ''}`.trimEnd()
  const content = () => {
    if (data === undefined)
      return error ? <ErrorState error={error} retry={() => void refetch()} /> : skeleton
    if (found === undefined || found.count === 0)
      return <EmptyState text="アラートの前後7日間の測定値はありません。" />
    return (
      <>
        <p className={classes.summary}>
          <span>
            アラートの測定値 {seen === null ? emptyText(null, type, reading.reasons) : written(seen)}（
            <PlainTime time={reading.created_at} />）
          </span>
          <span>
            {`測定値 ${found.count.toLocaleString('ja-JP')} 件`}
            {values.length > 0 &&
              `、最小 ${written(Math.min(...values))}、最大 ${written(Math.max(...values))}`}
          </span>
        </p>
        <Suspense fallback={skeleton}>
          <AlertTrendChart series={series} at={at} value={seen} limits={limits} from={at - around} />
        </Suspense>
      </>
    )
  }
  return (
    <section aria-labelledby={heading}>
      <Box component="h3" id={heading} mb={4} fz="md" lh={1.4}>
        前後7日間の測定値
      </Box>
      {content()}
    </section>
  )
}
