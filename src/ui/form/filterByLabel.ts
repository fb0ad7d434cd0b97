import type { OptionsFilter } from '@mantine/core'
import { searchText } from '../../../text/searchText.ts'

/** Filters options by label, ignoring width, case and kana. */
export const filterByLabel = <V extends string | number>({
  options,
  search,
  limit,
}: Parameters<OptionsFilter<V>>[0]): ReturnType<OptionsFilter<V>> =>
  options
    .filter((option) => 'label' in option && searchText(option.label).includes(searchText(search.trim())))
    .slice(0, limit)
