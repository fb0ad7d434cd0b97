import { use } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { formatNumber } from '../../ui/text/formatNumber.ts'
import { formatRelativeTime } from '../../ui/text/formatTime.ts'
import { emptyText } from '../../ui/text/ValueText.tsx'

/** Without `read_state` where it is known to be read. */
export type NamedReading = Pick<Reading, 'value' | 'created_at'> & {
  read_state?: Reading['read_state']
  reasons?: readonly string[] | undefined
  meter: Pick<Reading['meter'], 'name' | 'meter_unit_id' | 'meter_category_id' | 'decimal_point'>
}

/** For questions: 「No.3 冷却水圧力」の測定値 0.42 MPa（今日 14:03）. */
export function useReadingName(): (reading: NamedReading) => string {
  const zone = use(TimeZone)
  const { units, categories } = useMasters('units', 'categories')
  return ({ meter, value, read_state: state = null, reasons, created_at: time }) => {
    const type = categories.find(({ id }) => id === meter.meter_category_id)?.type
    const unit = nameIn(units, meter.meter_unit_id)
    const shown =
      value === null
        ? `（${emptyText(state, type, reasons)}）`
        : ` ${formatNumber(value, meter.decimal_point)} ${unit ?? ''}`
    return `「${meter.name}」の測定値${shown.trimEnd()}（${formatRelativeTime(Date.parse(time), Date.now(), zone)}）`
  }
}
