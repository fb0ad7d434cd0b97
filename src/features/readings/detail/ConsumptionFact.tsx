import type { Reading } from '../../../../contract/readings.ts'
import { consumptionNoteTexts, consumptionText } from '../../../lib/readings/consumptionTexts.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import classes from './ValueRow.module.css'

interface Props {
  consumption: NonNullable<Reading['consumption']>
  decimals: number | null
  unit: string | undefined
}

/** What was consumed since the reading before, or why that is not known. */
export function ConsumptionFact({ consumption, decimals, unit }: Props) {
  const { note, since } = consumption
  return (
    <span className={classes.value}>
      <span>{consumptionText(consumption, decimals, unit) ?? '計算できません'}</span>
      <span className={classes.origin}>
        前回（
        <TimeText time={since} />
        ）から
      </span>
      {note && <span className={classes.origin}>{consumptionNoteTexts[note]}</span>}
    </span>
  )
}
