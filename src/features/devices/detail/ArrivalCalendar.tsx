import { Box, Flex } from '@mantine/core'
import { IconCheck, IconClock, IconHourglass, IconMinus, IconX, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { use } from 'react'
import type { Device } from '../../../../contract/devices.ts'
import { deviceArrivalsQuery } from '../../../lib/queries/deviceDetail.ts'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { RowSkeletons } from '../../../ui/table/Skeletons.tsx'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { todayIn } from '../../../ui/text/formatTime.ts'
import type { Tone } from '../../../ui/text/StatusPill.tsx'
import tones from '../../../ui/text/tones.module.css'
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx'
import classes from './ArrivalCalendar.module.css'
import {
  type ArrivalDay,
  type ArrivalState,
  arrivalState,
  awaitedDates,
  lastDays,
  weeksOf,
} from './arrivalDays.ts'

const shownDays = 30

const marks: Record<ArrivalState, { icon: TablerIcon; label: string; tone?: Tone }> = {
  arrived: { icon: IconCheck, label: 'すべて到着', tone: 'normal' },
  late: { icon: IconClock, label: '遅れて到着', tone: 'waiting' },
  missing: { icon: IconX, label: '未着あり', tone: 'abnormal' },
  awaited: { icon: IconHourglass, label: '到着待ち' },
  none: { icon: IconMinus, label: '予定なし' },
}
const states: readonly ArrivalState[] = ['arrived', 'late', 'missing', 'awaited', 'none']

/** 予定と実績: what was due on each of the last days, and what came. */
export function ArrivalCalendar({ device }: { device: Device }) {
  const zone = use(TimeZone)
  const today = todayIn(zone, useCurrentMinute())
  const awaited = awaitedDates(device, today, zone)
  const span = lastDays(today, shownDays)
  const { data, error, dataUpdatedAt, refetch } = useQuery(deviceArrivalsQuery(device.id, span))
  const retry = () => void refetch()
  if (data === undefined)
    return error ? <ErrorState error={error} retry={retry} /> : <RowSkeletons count={5} />
  return (
    <>
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
      <table className={classes.calendar}>
        <Box component="caption" pb={4} fz="sm" ta="left" c="dimmed">
          直近{shownDays}日の到着数と予定数
        </Box>
        <thead>
          <tr>
            {[...'日月火水木金土'].map((weekday) => (
              <th key={weekday} scope="col">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(span, data).map((week) => (
            <tr key={week.find((day) => day !== null)?.date}>
              {week.map((day, weekday) =>
                day === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the place is the weekday
                  <td key={weekday} />
                ) : (
                  <Day
                    key={day.date}
                    day={day}
                    isFirst={day.date === span.from}
                    isToday={day.date === today}
                    state={arrivalState(day, awaited)}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Flex component="ul" wrap="wrap" gap="4px 16px" mt={8} fz="sm" aria-label="凡例">
        {states.map((state) => {
          const { icon: Icon, label, tone } = marks[state]
          return (
            <Flex key={state} component="li" display="inline-flex" gap={6} align="center">
              <span className={clsx(classes.sample, tones.tone)} data-tone={tone}>
                <Icon size={14} aria-hidden />
              </span>
              {label}
            </Flex>
          )
        })}
      </Flex>
    </>
  )
}

interface DayProps {
  day: ArrivalDay
  isFirst: boolean
  isToday: boolean
  state: ArrivalState
}

function Day({ day, isFirst, isToday, state }: DayProps) {
  const { date, scheduled, arrived, late, missing } = day
  const { icon: Icon, label, tone } = marks[state]
  const [, month = 1, number = 1] = date.split('-').map(Number)
  const counts =
    scheduled === 0 ? label : `予定${scheduled}件、到着${arrived}件、遅れ${late}件、未着${missing}件`
  return (
    <td
      className={clsx(classes.day, tones.tone)}
      data-state={state}
      data-tone={tone}
      aria-current={isToday ? 'date' : undefined}
    >
      <VisuallyHidden>{`${month}月${number}日${isToday ? '（今日）' : ''} ${counts}`}</VisuallyHidden>
      <Box component="span" display="block" fz="xs" aria-hidden>
        {isFirst || number === 1 ? `${month}/${number}` : number}
      </Box>
      <Flex
        component="span"
        display="inline-flex"
        wrap="wrap"
        gap="0 2px"
        align="center"
        justify="center"
        fz="xs"
        fw={600}
        aria-hidden
      >
        <Icon size={14} />
        {scheduled > 0 && `${arrived}/${scheduled}`}
      </Flex>
    </td>
  )
}
