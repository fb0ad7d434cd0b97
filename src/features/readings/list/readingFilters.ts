import type { ReadingFilters } from '../../../lib/queries/readings.ts'
import { type DataSearch, filtersOf, spanOf } from './search.ts'

/** The server's filters for list and export. */
export function readingFiltersOf(search: DataSearch): ReadingFilters {
  const filters = filtersOf(search)
  return {
    span: spanOf(filters),
    meterIds: filters.meters,
    inspectionIds: filters.inspections,
    groupIds: filters.groups,
    unitIds: filters.units,
    ...(filters.waiting !== undefined && { waitingFor: filters.waiting }),
    ...(search.text !== undefined && { text: search.text }),
    ...(search.order !== undefined && { order: search.order }),
  }
}
