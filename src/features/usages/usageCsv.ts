import type { ExportColumn } from '../../../contract/exports/export-formats.ts'
import { toNumber } from '../../../contract/usage/decimal.ts'
import { formatForInput } from '../../../text/formatNumber.ts'
import type { Column } from '../../ui/table/column.ts'
import { type Comparison, comparisonsOf, periodName, periodOfView } from './periods.ts'
import type { ColumnKey, Grouping, View } from './search.ts'
import { headings, hideableColumns, identityColumns } from './usageColumns.tsx'
import type { UsageCell, UsageTable, UsageTableRow } from './usageTable.ts'
import { markTexts } from './usageTexts.ts'

interface Options {
  view: View
  by: Grouping | undefined
  table: UsageTable
}

/** The columns of the screen, with the marks of the usages. */
export function shownColumns(shown: readonly ColumnKey[], { view, by }: Options): ExportColumn[] {
  const keys = hideableColumns(view, by).map(({ key }) => key)
  const isShown = (key: ColumnKey): key is Exclude<ColumnKey, 'times'> =>
    shown.includes(key) && keys.includes(key)
  return [
    'name',
    ...identityColumns.map(({ key }) => key).filter(isShown),
    'usage',
    'marks',
    ...comparisonsOf[view].map(({ key }) => key).filter(isShown),
    ...(isShown('total') ? (['total', 'total_marks'] as const) : []),
  ]
}

/**
 * The columns of a file for spreadsheets: exact usages as numbers, their marks and changes in columns of their own. Keys
 * of periods that follow each other are repeated together for each period.
 */
export function usageCsvColumns(keys: readonly ExportColumn[], options: Options): Column<UsageTableRow>[] {
  const { view, by, table } = options
  const others: Partial<Record<ExportColumn, Column<UsageTableRow>>> = {
    ...Object.fromEntries(identityColumns.map((column) => [column.key, column])),
    name: { key: 'name', title: headings[by ?? 'meter'], text: ({ name }) => name },
    customer_number: {
      key: 'customer_number',
      title: 'お客様番号',
      text: ({ meter }) => meter?.customer_number,
    },
    ...(view !== 'recent' && {
      total: usageColumn('合計', ({ total }) => total),
      total_marks: marksColumn('合計', ({ total }) => total),
    }),
  }
  const periods = table.starts.map((from) => {
    const title = periodName(periodOfView[view], from)
    const cellOf = ({ cells }: UsageTableRow) => cells.get(from)
    return new Map<ExportColumn, Column<UsageTableRow>>([
      ['usage', usageColumn(title, cellOf)],
      ['marks', marksColumn(title, cellOf)],
      ...comparisonsOf[view].map(
        (comparison) => [comparison.key, changeColumn(title, cellOf, comparison)] as const,
      ),
    ])
  })
  return runsOf(keys)
    .flatMap((run) =>
      isOfPeriod(run[0])
        ? periods.flatMap((period) => run.map((key) => period.get(key)))
        : run.map((key) => others[key]),
    )
    .filter((column) => column !== undefined)
}

const isOfPeriod = (key: ExportColumn | undefined) =>
  key === 'usage' || key === 'marks' || key === 'previous' || key === 'yearly'

/** Splits keys where columns of periods begin or end. */
function runsOf(keys: readonly ExportColumn[]): ExportColumn[][] {
  const runs: ExportColumn[][] = []
  for (const key of keys) {
    const last = runs.at(-1)
    if (last && isOfPeriod(last[0]) === isOfPeriod(key)) last.push(key)
    else runs.push([key])
  }
  return runs
}

type CellOf = (row: UsageTableRow) => UsageCell | undefined

const usageColumn = (title: string, cellOf: CellOf): Column<UsageTableRow> => ({
  key: title,
  title,
  text: (row) => exactText(cellOf(row)),
})

const marksColumn = (title: string, cellOf: CellOf): Column<UsageTableRow> => ({
  key: `${title}.marks`,
  title: `${title} 区分`,
  text: (row) => {
    const cell = cellOf(row)
    return cell && markTexts(cell).join('・')
  },
})

const changeColumn = (title: string, cellOf: CellOf, { key, name }: Comparison): Column<UsageTableRow> => ({
  key: `${title}.${key}`,
  title: `${title} ${name}（%）`,
  text: (row) => {
    const change = cellOf(row)?.changes[key] ?? null
    return change === null ? '' : formatForInput(change, 1)
  },
})

function exactText(cell: UsageCell | undefined): string {
  if (cell === undefined || cell.isFuture) return ''
  return cell.usage === null ? '不明' : formatForInput(toNumber(cell.usage), null)
}
