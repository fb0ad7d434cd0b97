import type { OrganizationSearch } from './search.ts'

export interface TabProps {
  search: OrganizationSearch
  onSearch: (search: OrganizationSearch, replace?: boolean) => void
  /** The dialog for a new one is open. */
  adding: boolean
  onAdded: () => void
}
