import { Box, Chip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ShownStop } from '../../lib/held/heldRound.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { useIsPrinting } from '../../ui/table/useIsPrinting.ts'
import { VirtualList } from '../../ui/table/VirtualList.tsx'
import classes from './StopList.module.css'
import { StopRow } from './StopRow.tsx'
import { type StopFilter, stopFilters } from './search.ts'

interface Props {
  stops: readonly ShownStop[]
  show: StopFilter | undefined
  onShow: (show: StopFilter | undefined) => void
}

const filters: Record<StopFilter, { label: string; has: (stop: ShownStop) => boolean }> = {
  left: { label: '残り', has: ({ reading, skip }) => reading === null && skip === null },
  skipped: { label: 'スキップ', has: ({ skip }) => skip !== null },
  trouble: {
    label: '異常・要確認',
    has: ({ reading }) => reading !== null && (reading.is_abnormal || reading.is_unsure),
  },
}

/** A round's meters in order, with what came of each. */
export function StopList({ stops, show, onShow }: Props) {
  const { data: meters } = useQuery(metersQuery)
  const { units } = useMasters('units')
  const isPrinting = useIsPrinting()
  const byId = new Map(meters?.map((meter) => [meter.id, meter]))
  const unitNames = new Map(units.map(({ id, name }) => [id, name]))
  const found = stops
    .map((stop, index) => ({ stop, place: index + 1 }))
    .filter(({ stop }) => show === undefined || filters[show].has(stop))
  return (
    <>
      <Chip.Group value={show ?? ''} onChange={(value) => onShow(stopFilters.find((each) => each === value))}>
        <fieldset className={classes.chips} aria-label="メーターの絞り込み">
          <Chip size="lg" value="">
            すべて {stops.length}
          </Chip>
          {stopFilters.map((filter) => (
            <Chip key={filter} size="lg" value={filter}>
              {filters[filter].label} {stops.filter(filters[filter].has).length}
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
      {isPrinting && show !== undefined && (
        <Box component="p" my="md">{`絞り込み: ${filters[show].label}`}</Box>
      )}
      {found.length === 0 ? (
        <EmptyState title="該当するメーターはありません" text="絞り込みを変えてください。" />
      ) : (
        <VirtualList
          key={show}
          label="点検ルートのメーター"
          count={found.length}
          item={(index) => {
            const row = found[index]
            if (row === undefined) return undefined
            const meter = byId.get(row.stop.meter_id)
            return <StopRow {...row} meter={meter} unit={meter && unitNames.get(meter.meter_unit_id)} />
          }}
          keyOf={(index) => found[index]?.stop.meter_id ?? index}
          rowHeight={80}
        />
      )}
    </>
  )
}
