import { Button } from '@mantine/core'
import clsx from 'clsx'
import { toNumber } from '../../../contract/usage/decimal.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import type { Column } from '../../ui/table/column.ts'
import columnClasses from '../../ui/table/columns.module.css'
import { columnTitle, comparisonsOf, periodName, periodOfView } from './periods.ts'
import { type ColumnKey, columnKeys, type Grouping, type View } from './search.ts'
import { UsageCellText } from './UsageCellText.tsx'
import type { UsageCell, UsageMeter, UsageTable, UsageTableRow } from './usageTable.ts'
import { changeText, usageText } from './usageTexts.ts'

type UsageColumn = Column<UsageTableRow>

interface Options {
  view: View
  by: Grouping | undefined
  shown: readonly ColumnKey[]
  table: UsageTable
  today: string
  /** Cells are in a table, with a column for the unit, and arrow keys move between them. */
  isTable: boolean
  onOpen: (row: UsageTableRow, from: string) => void
  /** Shows the meters of a sum. */
  onNarrow: (row: UsageTableRow) => void
}

export const headings: Record<Grouping | 'meter', string> = {
  meter: 'メーター名',
  group: 'メーターグループ',
  bearer: '負担先',
  unit: '単位',
}

type Identity = Pick<UsageMeter, 'code' | 'group' | 'bearer' | 'unit'>

const textColumn = (key: ColumnKey, title: string, text: (row: Identity) => string | null) =>
  ({ key, title, sort: 'text', text }) as const

/** What a meter belongs to; by these it is searched for. */
export const identityColumns = [
  textColumn('code', '管理番号', ({ code }) => code),
  textColumn('group', 'メーターグループ', ({ group }) => group),
  textColumn('bearer', '負担先', ({ bearer }) => bearer),
  textColumn('unit', '単位', ({ unit }) => unit),
]

/** Those of a row, which is a sum unless `by` is absent. */
export const identityColumnsOf = (by: Grouping | undefined) =>
  identityColumns.filter(({ key }) => by === undefined || (key === 'unit' && by !== 'unit'))

/** Returns the columns to show after a choice among those of one view; the others stay as they were. */
export const chooseColumns = (
  shown: readonly ColumnKey[],
  choices: readonly { key: ColumnKey }[],
  chosen: readonly string[],
): ColumnKey[] =>
  columnKeys.filter(
    (key) => chosen.includes(key) || (shown.includes(key) && choices.every((choice) => choice.key !== key)),
  )

/** Columns and lines that can be hidden in a view. */
export const hideableColumns = (
  view: View,
  by: Grouping | undefined,
): { key: ColumnKey; title: string }[] => [
  ...identityColumnsOf(by).map(({ key, title }) => ({ key, title })),
  ...(view === 'recent' ? [] : [{ key: 'total' as const, title: '合計' }]),
  ...comparisonsOf[view].map(({ key, name }) => ({ key, title: name })),
]

/** The columns of a view: what a row is, its periods and their total. */
export function usageColumns(options: Options): UsageColumn[] {
  const { view, by, shown, table } = options
  const keys = hideableColumns(view, by).map(({ key }) => key)
  const isShown = (key: ColumnKey) =>
    shown.includes(key) && keys.includes(key) && (options.isTable || key !== 'unit')
  const columns: UsageColumn[] = [
    nameColumn(options, '使用量'),
    ...identityColumns.filter(({ key }) => isShown(key)),
    ...table.starts
      .toSorted((a, b) => (view === 'recent' ? b.localeCompare(a) : 0))
      .flatMap((from) => [
        periodColumn(from, options),
        ...(isLastMonth(from, options) ? changeColumns(from, options) : []),
      ]),
    ...(isShown('total')
      ? [
          usageColumn('total', '合計', ({ total }) => total, {
            cell: (row) => (
              <UsageCellText row={row} cell={row.total} period="合計" hasUnit={!options.isTable} />
            ),
          }),
        ]
      : []),
  ]
  // Hidden by the URL, not by the device.
  return columns.map((column) => ({ ...column, fixed: true }))
}

type NamedRow = Pick<UsageTableRow, 'id' | 'name' | 'meter' | 'groupedId'>

/** `shown`: what there is of the meters of a sum. */
export const nameColumn = <Row extends NamedRow>(
  { by, onNarrow }: { by: Grouping | undefined; onNarrow: (row: Row) => void },
  shown: string,
): Column<Row> => ({
  key: 'name',
  title: headings[by ?? 'meter'],
  width: '11rem',
  heading: true,
  stays: true,
  sort: 'text',
  text: ({ name }) => name,
  cell: (row) =>
    row.meter ? (
      <ScreenLink
        className={clsx(columnClasses.name, 'touch-padding')}
        route="/meters/$id"
        params={{ id: String(row.meter.id) }}
      >
        {row.name}
      </ScreenLink>
    ) : by !== undefined && row.groupedId !== null ? (
      <Button
        variant="transparent"
        size="compact-md"
        px={0}
        aria-label={`${row.name}のメーター別の${shown}`}
        onClick={() => onNarrow(row)}
      >
        {row.name}
      </Button>
    ) : (
      <strong>{row.name}</strong>
    ),
})

const usageColumn = (
  key: string,
  title: string,
  cellOf: (row: UsageTableRow) => UsageCell | undefined,
  column: Partial<UsageColumn>,
): UsageColumn => ({
  key,
  title,
  align: 'right',
  noWrap: true,
  sort: 'number',
  sortBy: (row) => {
    const usage = cellOf(row)?.usage ?? null
    return usage && toNumber(usage)
  },
  text: (row) => {
    const cell = cellOf(row)
    return cell && usageText(cell, row)
  },
  ...column,
})

function periodColumn(from: string, { view, shown, table, today, isTable, onOpen }: Options): UsageColumn {
  const period = periodName(periodOfView[view], from)
  const hasColumns = isLastMonth(from, { view, table })
  const comparisons = hasColumns ? [] : comparisonsOf[view].filter(({ key }) => shown.includes(key))
  const isFirst = from === (view === 'recent' ? table.starts.at(-1) : table.starts[0])
  return usageColumn(from, columnTitle(view, from, today), ({ cells }) => cells.get(from), {
    cell: (row) => {
      const cell = row.cells.get(from)
      return (
        cell && (
          <UsageCellText
            row={row}
            cell={cell}
            period={period}
            comparisons={comparisons}
            onOpen={row.meter ? () => onOpen(row, from) : undefined}
            isTabStop={!isTable || isFirst}
            hasUnit={!isTable}
          />
        )
      )
    },
  })
}

/** Its comparisons have columns, by which meters are sorted. */
const isLastMonth = (from: string, { view, table }: Pick<Options, 'view' | 'table'>) =>
  view === 'recent' && from === table.starts[0]

const changeColumns = (from: string, { view, shown, isTable }: Options): UsageColumn[] =>
  comparisonsOf[view]
    .filter(({ key }) => shown.includes(key))
    .map(({ key, name }) => {
      const changeOf = (row: UsageTableRow) => row.cells.get(from)?.changes[key] ?? null
      return {
        key,
        // In a table on two lines, so that a tablet has room for all columns.
        title: `先月の${isTable ? '\n' : ''}${name}`,
        align: 'right',
        sort: 'number',
        sortBy: changeOf,
        text: (row) => {
          const change = changeOf(row)
          return change === null ? null : changeText(change)
        },
        cell: (row) => {
          const change = changeOf(row)
          return change !== null && <span className="tabular-nums nowrap">{changeText(change)}</span>
        },
      }
    })
