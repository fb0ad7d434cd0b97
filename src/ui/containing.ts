import type { OptionsFilter } from '@mantine/core'
import { plainText } from '../lib/plainText.ts'

/** The options whose label holds what was typed, whatever its width and case. */
export const containing = <V extends string | number>({
  options,
  search,
  limit,
}: Parameters<OptionsFilter<V>>[0]): ReturnType<OptionsFilter<V>> =>
  options
    .filter((option) => 'label' in option && plainText(option.label).includes(plainText(search.trim())))
    .slice(0, limit)
