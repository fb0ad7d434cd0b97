import { use } from 'react'
import type { Reading } from '../../../../contract/readings.ts'
import { loopFaultText } from '../../../../contract/values/abnormal.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { emptyText } from '../../../shared/readings/ValueText.tsx'
import { correctedNow, TimeZone } from '../../../ui/text/currentMinute.ts'
import { formatRelativeTime } from '../../../ui/text/formatTime.ts'

/** Without `read_state` where it is known to be read. */
export type NamedReading = Pick<Reading, 'value' | 'created_at'> & {
  read_state?: Reading['read_state']
  reasons?: readonly string[] | undefined
  /** The abnormal value of an alert, if it was corrected since. */
  corrected_from?: number | null | undefined
  meter: Pick<Reading['meter'], 'name' | 'meter_unit_id' | 'meter_category_id' | 'decimal_point'>
}

/** For questions: 「No.3 冷却水圧力」の測定値 0.42 MPa（今日 14:03）. */
export function useReadingName(): (reading: NamedReading) => string {
  const zone = use(TimeZone)
  const { units, categories } = useMasters('units', 'categories')
  return ({ meter, value, read_state: state = null, reasons, created_at: time, corrected_from: seen }) => {
    const type = categories.find(({ id }) => id === meter.meter_category_id)?.type
    const unit = nameIn(units, meter.meter_unit_id)
    const textOf = (given: number | null) =>
      given === null
        ? [emptyText(state, type), loopFaultText(reasons)].filter((text) => text !== null).join('・')
        : `${formatNumber(given, meter.decimal_point)} ${unit ?? ''}`.trimEnd()
    const at = formatRelativeTime(Date.parse(time), correctedNow(), zone)
    const name = `「${meter.name}」の測定値`
    if (seen !== undefined) return `${name} ${textOf(seen)} → ${textOf(value)}（修正済、${at}）`
    return value === null ? `${name}（${textOf(value)}、${at}）` : `${name} ${textOf(value)}（${at}）`
  }
}
