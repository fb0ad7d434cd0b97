import type { MasterSearch } from './search.ts'

export interface MasterListProps {
  search: MasterSearch
  onSearch: (search: MasterSearch, replace?: boolean) => void
  /** The dialog for a new one is open. */
  adding: boolean
  onAdded: () => void
}
