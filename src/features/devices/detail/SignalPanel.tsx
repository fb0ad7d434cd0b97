import { Flex } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { use, useMemo, useState } from 'react'
import type { Device, DeviceHistory } from '../../../../contract/devices.ts'
import { deviceHistoryQuery } from '../../../lib/queries/deviceDetail.ts'
import axes from '../../../shared/chart/axes.module.css'
import { ChartFoot } from '../../../shared/chart/ChartFoot.tsx'
import type { Viewport } from '../../../shared/chart/chartViewport.ts'
import { SeriesChart } from '../../../shared/chart/SeriesChart.tsx'
import seriesColors from '../../../shared/chart/seriesColors.module.css'
import type { ChartSeries, SeriesPoint } from '../../../shared/chart/seriesPoints.ts'
import { timeExtent } from '../../../shared/chart/timeExtent.ts'
import { ViewportToolbar } from '../../../shared/chart/ViewportToolbar.tsx'
import { JapaneseDatesProvider } from '../../../ui/form/JapaneseDatesProvider.tsx'
import { SpanPresetButtons } from '../../../ui/form/SpanPresetButtons.tsx'
import { recentSpans } from '../../../ui/form/spanPresets.ts'
import { useIsPhone } from '../../../ui/layout/breakpoints.ts'
import { AgeNote } from '../../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { RefreshButton } from '../../../ui/table/RefreshButton.tsx'
import { RowSkeletons } from '../../../ui/table/Skeletons.tsx'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { todayIn } from '../../../ui/text/formatTime.ts'
import { SignalDialog } from './SignalDialog.tsx'
import classes from './SignalPanel.module.css'
import type { DeviceDetailSearch } from './search.ts'
import { signalAxis, weakBand } from './signalAxis.ts'

interface Props {
  device: Device
  search: DeviceDetailSearch
  onSearch: (search: DeviceDetailSearch) => void
}

/** 電波強度 of the reports between two days. */
export default function SignalPanel({ device, search, onSearch }: Props) {
  const zone = use(TimeZone)
  // There the graph begins further up.
  const phone = useIsPhone()
  const today = todayIn(zone, useCurrentMinute())
  const week = recentSpans(today).at(-1)
  const span = { from: search.from ?? week?.from ?? today, to: search.to ?? today }
  const { data, error, dataUpdatedAt, refetch, isPlaceholderData } = useQuery(
    deviceHistoryQuery(device.id, span),
  )
  const choose = ({ from, to }: { from: string; to: string }) => onSearch({ ...search, from, to })
  const day = (name: 'from' | 'to', label: string) => (
    <DatePickerInput
      flex="1 1 9em"
      maw="14em"
      size="md"
      label={label}
      valueFormat="YYYY/MM/DD"
      leftSection={<IconCalendar size={18} aria-hidden />}
      {...(name === 'from' ? { maxDate: span.to } : { minDate: span.from })}
      value={span[name]}
      onChange={(picked) => picked && choose({ ...span, [name]: picked })}
    />
  )
  return (
    <div className={clsx(classes.panel, seriesColors.colors)}>
      <JapaneseDatesProvider>
        <Flex wrap="wrap" gap="8px 12px" align="flex-end">
          {day('from', '開始日')}
          {day('to', '終了日')}
          <RefreshButton compact={phone} fetchedAt={dataUpdatedAt} onRefresh={refetch} />
        </Flex>
        {!phone && <SpanPresetButtons today={today} chosen={span} recent onChoose={choose} />}
      </JapaneseDatesProvider>
      <AgeNote fetchedAt={dataUpdatedAt} />
      {data === undefined ? (
        error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <RowSkeletons count={1} height={320} />
        )
      ) : (
        <>
          {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={() => void refetch()} />}
          <div data-outdated={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
            <Signal
              key={`${span.from} ${span.to}`}
              device={device}
              reports={data}
              from={span.from}
              zone={zone}
            />
          </div>
        </>
      )}
    </div>
  )
}

const tableWords = {
  label: '電波強度の記録',
  name: '端末名',
  value: '電波強度',
  rest: '期間を短くすると、それ以前の記録も確認できます。',
}

interface SignalProps {
  device: Device
  reports: readonly DeviceHistory[]
  from: string
  zone: string
}

function Signal({ device, reports, from, zone }: SignalProps) {
  const [zoomed, setZoomed] = useState<Viewport | null>(null)
  const [opened, setOpened] = useState<DeviceHistory | null>(null)
  const series = useMemo(
    (): ChartSeries[] => [
      {
        id: device.id,
        name: device.name,
        unit: 'dBm',
        decimals: 0,
        band: weakBand,
        style: 0,
        points: reports.map(({ id, created_at, dbm }) => ({
          id,
          at: Date.parse(created_at),
          value: dbm,
          abnormal: false,
        })),
      },
    ],
    [device.id, device.name, reports],
  )
  const axis = useMemo(() => signalAxis(reports), [reports])
  const extent = useMemo(() => timeExtent(series, { from, to: null }, zone), [series, from, zone])
  if (extent === null)
    return <EmptyState text="この期間の記録はありません。開始日と終了日を変えてください。" />
  const viewport = zoomed ?? extent
  const open = ({ point }: SeriesPoint) => setOpened(reports.find(({ id }) => id === point.id) ?? null)
  return (
    <Flex component="section" direction="column" gap={6} miw={0} aria-label="電波強度のグラフ">
      <ViewportToolbar extent={extent} viewport={viewport} part={zoomed !== null} onViewport={setZoomed} />
      <div className={axes.line} aria-hidden>
        <span>電波強度（dBm）</span>
        <span className={axes.range}>弱い電波（−70 dBm 以下）</span>
      </div>
      <SeriesChart
        label={`${device.name}の電波強度（dBm）`}
        series={series}
        extent={extent}
        viewport={viewport}
        axis={axis}
        band={[axis.low, weakBand[1]]}
        numbers={false}
        styled={false}
        onViewport={setZoomed}
        onOpen={open}
      />
      <ChartFoot words={tableWords} series={series} viewport={viewport} onOpen={open} />
      {opened && <SignalDialog report={opened} onClose={() => setOpened(null)} />}
    </Flex>
  )
}
