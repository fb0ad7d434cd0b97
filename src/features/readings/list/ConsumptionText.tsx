import type { Reading } from '../../../../contract/readings.ts'
import {
  consumptionMarks,
  consumptionNoteTexts,
  consumptionText,
} from '../../../lib/readings/consumptionTexts.ts'
import classes from './ConsumptionText.module.css'

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
    <span className={classes.amount}>
      {/* Before it, so that figures stand below each other. */}
      {mark && <span className={classes.mark}>（{mark}）</span>}
      {amount}
    </span>
  )
}
