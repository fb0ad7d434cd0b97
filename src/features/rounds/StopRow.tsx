import { Box, Flex } from '@mantine/core'
import { IconGauge, IconHourglass, IconPlayerSkipForward } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { readState } from '../../../contract/values/abnormal.ts'
import { type ShownStop, unnamed } from '../../lib/held/heldRound.ts'
import { useCategoryType } from '../../lib/queries/masters.ts'
import { skipText } from '../../lib/rounds/skipReasonTexts.ts'
import { HeldMark } from '../../shared/held/HeldMark.tsx'
import { emptyText, ValueText } from '../../shared/readings/ValueText.tsx'
import { RetakePill } from '../../shared/rounds/RetakePill.tsx'
import stopClasses from '../../shared/rounds/Stop.module.css'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import text from '../../ui/text/Text.module.css'
import { WhenAndWho } from '../../ui/text/WhenAndWho.tsx'
import classes from './StopRow.module.css'

interface Props {
  stop: ShownStop
  /** Its place in the round, from 1. */
  place: number
  /** Undefined: it is no longer there, or not known yet. */
  meter: Meter | undefined
  unit: string | undefined
}

/** A meter of a round and what came of it; press for its reading, or for itself. */
export function StopRow({ stop, place, meter, unit }: Props) {
  const { reading, skip, unsent, retake } = stop
  const type = useCategoryType(meter?.meter_category_id ?? null)
  return (
    <Way readingId={reading === null || reading.id === unnamed ? null : reading.id} meterId={stop.meter_id}>
      <span className={classes.place}>{place}</span>
      <span className={classes.picture}>
        <Thumbnail
          src={reading?.thumbnail ?? (reading === null ? (meter?.thumbnail ?? null) : null)}
          fallback={<IconGauge size={28} stroke={1.25} aria-hidden />}
        />
      </span>
      <span className={stopClasses.facts}>
        <span className={text.name}>{stop.meter_name}</span>
        {stop.place_note && <span className={stopClasses.note}>{stop.place_note}</span>}
      </span>
      <Flex component="span" className={classes.result} wrap="wrap" align="center" gap="2px 10px" miw={0}>
        {reading ? (
          <>
            {reading.value === null && !reading.is_abnormal ? (
              <StatusPill tone="waiting" icon={IconHourglass}>
                {reading.read_state === readState.waiting ? emptyText(reading.read_state, type) : '読取待ち'}
              </StatusPill>
            ) : (
              <ValueText
                value={reading.value}
                unit={unit}
                decimals={meter?.decimal_point}
                abnormal={reading.is_abnormal}
                unsure={reading.is_unsure}
                wraps
              />
            )}
            {unsent && <HeldMark arrived={false} />}
            {retake && <RetakePill retake={retake} />}
            <Who at={reading.created_at} by={reading.user?.username} />
          </>
        ) : skip ? (
          <>
            <StatusPill tone="neutral" icon={IconPlayerSkipForward}>
              スキップ
            </StatusPill>
            {unsent && <HeldMark arrived={false} />}
            <span className={stopClasses.reason}>{skipText(skip)}</span>
            <Who at={skip.skipped_at} by={skip.user?.username} />
          </>
        ) : (
          <Box component="span" c="dimmed">
            残り
          </Box>
        )}
      </Flex>
    </Way>
  )
}

interface WayProps {
  readingId: number | null
  meterId: number
  children: ReactNode
}

const Way = ({ readingId, meterId, children }: WayProps) =>
  readingId === null ? (
    <Link to="/meters/$id" params={{ id: String(meterId) }} className={classes.row}>
      {children}
    </Link>
  ) : (
    <Link to="/meter-value/$id" params={{ id: String(readingId) }} className={classes.row}>
      {children}
    </Link>
  )

const Who = ({ at, by }: { at: string; by: string | undefined }) => (
  <span className={stopClasses.who}>
    <WhenAndWho time={at} by={by} />
  </span>
)
