import { useMemo } from 'react'
import type { PeriodUsage } from '../../lib/queries/usages.ts'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { shownPeriod } from './periods.ts'
import type { View } from './search.ts'
import { usageTable } from './usageTable.ts'

/** The table of usages. Computed again when the minute or what is shown changes, not with each key of a search. */
export function useUsageTable(
  usages: readonly PeriodUsage[] | undefined,
  { view, at, today }: { view: View; at: string; today: string },
) {
  const now = useCurrentMinute()
  return useMemo(
    () => usageTable(usages ?? [], { view, days: shownPeriod(view, at, today).days, now }),
    [usages, view, at, today, now],
  )
}
