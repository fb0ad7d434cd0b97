import { allocationMethodNames } from '../../../shared/allocations/allocationTexts.ts'
import { roundingNames } from '../../../shared/meters/roundingNames.ts'
import type { Column, NamedRow } from '../../../ui/table/column.ts'
import type { MeterRow } from '../meterRows.ts'
import { VerificationDay } from './VerificationDay.tsx'
import { verificationId, verificationOptions } from './verificationTexts.ts'

const textColumn = (
  key: string,
  title: string,
  text: (row: MeterRow) => string | null | undefined,
): Column<MeterRow> => ({ key, title, sort: 'text', filter: 'text', text })

export const codeColumn: Column<MeterRow> = {
  ...textColumn('code', '管理番号', ({ meter }) => meter.code),
  noWrap: true,
}

/** How the office manages each meter. */
export const managementColumns = (bearers: readonly NamedRow[]): Column<MeterRow>[] => [
  { ...textColumn('parent', '親メーター', ({ parent }) => parent), broad: true },
  {
    key: 'allocation',
    title: '按分',
    broad: true,
    sort: 'text',
    text: ({ meter: { allocation_method: method } }) =>
      method === 'none' ? undefined : allocationMethodNames[method],
  },
  {
    key: 'bearer',
    title: '負担先',
    broad: true,
    sort: 'text',
    text: ({ bearer }) => bearer,
    filter: { key: 'bearers', options: bearers, idOf: ({ meter }) => meter.cost_bearer_id },
  },
  { ...textColumn('customer', 'お客様番号', ({ meter }) => meter.customer_number), broad: true },
  {
    key: 'verification',
    title: '検定有効期限',
    noWrap: true,
    broad: true,
    sort: 'text',
    // Meters without a date follow.
    sortBy: ({ meter }) => Date.parse(meter.verification_expires_on ?? '9999-12-31'),
    text: ({ meter }) => meter.verification_expires_on,
    cell: ({ meter: { verification_expires_on: day } }) => day && <VerificationDay day={day} />,
    filter: {
      key: 'verification',
      options: verificationOptions,
      idOf: ({ verification }) => verification && verificationId(verification),
    },
  },
  {
    key: 'rounding',
    title: '指針の丸め',
    broad: true,
    sort: 'text',
    text: ({ meter }) =>
      meter.is_cumulative && meter.rounding !== 'none' ? roundingNames[meter.rounding] : undefined,
  },
]
