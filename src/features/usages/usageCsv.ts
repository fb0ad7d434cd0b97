import { toNumber } from '../../../contract/usage/decimal.ts'
import { formatForInput } from '../../../text/formatNumber.ts'
import type { Column } from '../../ui/table/column.ts'
import { comparisonsOf, periodName, periodOfView } from './periods.ts'
import type { ColumnKey, View } from './search.ts'
import type { UsageCell, UsageTable, UsageTableRow } from './usageTable.ts'
import { markTexts } from './usageTexts.ts'

interface Options {
  view: View
  shown: readonly ColumnKey[]
  table: UsageTable
  /** What the rows are, as in the table. */
  identity: readonly Column<UsageTableRow>[]
}

/** The columns of the table for spreadsheets: exact usages as numbers, their marks and changes in columns of their own. */
export function usageCsvColumns({ view, shown, table, identity }: Options): Column<UsageTableRow>[] {
  return [
    ...identity,
    ...table.starts.flatMap((from) =>
      cellColumns(periodName(periodOfView[view], from), ({ cells }) => cells.get(from), { view, shown }),
    ),
    ...(shown.includes('total') && view !== 'recent'
      ? cellColumns('合計', ({ total }) => total, { view, shown: [] })
      : []),
  ]
}

const cellColumns = (
  title: string,
  cellOf: (row: UsageTableRow) => UsageCell | undefined,
  { view, shown }: Pick<Options, 'view' | 'shown'>,
): Column<UsageTableRow>[] => [
  { key: title, title, text: (row) => exactText(cellOf(row)) },
  {
    key: `${title}.marks`,
    title: `${title} 区分`,
    text: (row) => {
      const cell = cellOf(row)
      return cell && markTexts(cell).join('・')
    },
  },
  ...comparisonsOf[view]
    .filter(({ key }) => shown.includes(key))
    .map(({ key, name }) => ({
      key: `${title}.${key}`,
      title: `${title} ${name}（%）`,
      text: (row: UsageTableRow) => {
        const change = cellOf(row)?.changes[key] ?? null
        return change === null ? '' : formatForInput(change, 1)
      },
    })),
]

function exactText(cell: UsageCell | undefined): string {
  if (cell === undefined || cell.isFuture) return ''
  return cell.usage === null ? '不明' : formatForInput(toNumber(cell.usage), null)
}
