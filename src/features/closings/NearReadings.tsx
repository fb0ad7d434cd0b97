import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use, useState } from 'react'
import type { Board } from '../../../contract/closing/closings.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import type { Reading } from '../../../contract/readings.ts'
import { readingStateOf } from '../../../contract/values/readingState.ts'
import { readingsNearClosingQuery } from '../../lib/queries/closings.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { DetailSkeleton } from '../../ui/table/Skeletons.tsx'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { spanTime } from '../../ui/text/localTime.ts'
import type { BoardMeter } from './boardRows.ts'

/** A dialog with a reading; `listed`: those that it moves among. */
export type ReadingDialogOf = (shown: {
  id: number
  listed: readonly { id: number }[]
  onMove: (id: number) => void
  onClose: () => void
}) => ReactNode

interface Props {
  row: BoardMeter
  board: Pick<Board, 'to'>
  cycle: Cycle
  reading: ReadingDialogOf
  onClose: () => void
}

const hour = 3_600_000

const waits = (reading: Reading) =>
  reading.value === null ||
  readingStateOf(reading) === 'unsure' ||
  reading.reasons.includes('unconfirmed time')

/** The readings near the closing time, of which a person confirms one. */
export function NearReadings({ row, board, cycle, reading, onClose }: Props) {
  const zone = use(TimeZone)
  const to = Date.parse(board.to)
  const tolerance = Math.max(cycle.device_tolerance_hours, cycle.round_tolerance_days * 24) * hour
  const span = { from: spanTime(to - tolerance, zone), to: spanTime(to + tolerance, zone) }
  const { data, error, refetch } = useQuery(readingsNearClosingQuery(row.id, span))
  const [moved, setMoved] = useState<number>()
  const first = data?.find(waits) ?? data?.[0]
  if (data !== undefined && first !== undefined)
    return reading({ id: moved ?? first.id, listed: data, onMove: setMoved, onClose })
  return (
    <Dialog opened title={`${row.name}の測定値`} width="80vw" onClose={onClose}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <EmptyState text="締め日時の前後に測定値がありません。" />
      ) : (
        <DetailSkeleton />
      )}
    </Dialog>
  )
}
