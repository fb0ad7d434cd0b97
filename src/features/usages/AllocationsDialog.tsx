import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { addMonths } from '../../../contract/closing/closingDates.ts'
import { monthText } from '../../../text/monthText.ts'
import { usageDecimals } from '../../lib/meters/usageDecimals.ts'
import { allocationsQuery } from '../../lib/queries/allocations/allocations.ts'
import { AllocationList } from '../../shared/allocations/AllocationList.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import classes from './AllocationsDialog.module.css'
import type { UsageMeter } from './usageTable.ts'

interface Props {
  /** `YYYY-MM`, and the last one that can be shown. */
  month: string
  latest: string
  meters: readonly UsageMeter[]
  onMonth: (month: string) => void
  onClose: () => void
}

/** How the usages of a calendar month are allocated. */
export function AllocationsDialog({ month, latest, meters, onMonth, onClose }: Props) {
  const { data, error, refetch } = useQuery(allocationsQuery(month))
  const byId = new Map(meters.map((meter) => [meter.id, meter]))
  return (
    <Dialog title="使用量の按分" opened onClose={onClose} width={720}>
      <div className={classes.month}>
        <div className={classes.steps}>
          <ActionIcon variant="default" aria-label="前の月" onClick={() => onMonth(addMonths(month, -1))}>
            <IconChevronLeft size={20} aria-hidden />
          </ActionIcon>
          <strong className="tabular-nums">{monthText(month)}</strong>
          <ActionIcon
            variant="default"
            aria-label="次の月"
            disabled={month >= latest}
            onClick={() => onMonth(addMonths(month, 1))}
          >
            <IconChevronRight size={20} aria-hidden />
          </ActionIcon>
        </div>
        {data ? (
          <AllocationList
            month={month}
            meters={data.flatMap(({ meter_id: id, usage, mark, allocation }) => {
              const known = byId.get(id)
              if (known === undefined) return []
              const { name, code, unit, meter } = known
              return { id, name, code, unit, decimals: usageDecimals(meter), usage, mark, allocation }
            })}
          />
        ) : error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <RowSkeletons count={4} height={48} />
        )}
      </div>
    </Dialog>
  )
}
