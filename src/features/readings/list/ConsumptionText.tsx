import { Box } from '@mantine/core'
import type { Reading } from '../../../../contract/readings.ts'
import {
  consumptionMarks,
  consumptionNoteTexts,
  consumptionText,
} from '../../../lib/readings/consumptionTexts.ts'

interface Props {
  consumption: NonNullable<Reading['consumption']>
  decimals: number | null
  unit?: string | undefined
}

/** The amount, and in a word what it goes over or why there is none. */
export function ConsumptionText({ consumption, decimals, unit }: Props) {
  const { note } = consumption
  const amount = consumptionText(consumption, decimals, unit)
  const mark = note && <span title={consumptionNoteTexts[note]}>{consumptionMarks[note]}</span>
  if (amount === null) return mark
  return (
    <span>
      {/* Before it, so that figures stand below each other. */}
      {mark && (
        <Box component="span" fz="0.875em" c="dimmed">
          （{mark}）
        </Box>
      )}
      {amount}
    </span>
  )
}
