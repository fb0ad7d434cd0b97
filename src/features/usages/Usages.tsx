import { GaugeScreen } from './gauges/GaugeScreen.tsx'
import type { UsageSearch } from './search.ts'
import { UsageScreen } from './UsageScreen.tsx'

interface Props {
  search: UsageSearch
  onSearch: (search: UsageSearch, replace?: boolean) => void
}

/** Usages of the meters that count up, or statistics of the others. */
export const Usages = (props: Props) =>
  props.search.of === 'gauges' ? <GaugeScreen {...props} /> : <UsageScreen {...props} />
