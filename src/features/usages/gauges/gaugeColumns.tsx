import { roundToDecimals } from '../../../../text/formatNumber.ts'
import type { Column } from '../../../ui/table/column.ts'
import { formatFullTime } from '../../../ui/text/formatTime.ts'
import { columnTitle, periodName, periodOfView } from '../periods.ts'
import type { ColumnKey, Grouping, Statistic, View } from '../search.ts'
import { identityColumns, identityColumnsOf, nameColumn } from '../usageColumns.tsx'
import { GaugeCellText } from './GaugeCellText.tsx'
import type { GaugeCell, GaugeRow, GaugeTable } from './gaugeTable.ts'
import { extremeMarks, statisticNames, statisticText } from './gaugeTexts.ts'

interface Options {
  view: View
  by: Grouping | undefined
  statistics: readonly Statistic[]
  shown: readonly ColumnKey[]
  table: GaugeTable
  today: string
  /** Cells are in a table, with a column for the unit, and arrow keys move between them. */
  isTable: boolean
  onOpen: (row: GaugeRow, from: string) => void
  /** Shows the meters of a group. */
  onNarrow: (row: GaugeRow) => void
}

/** Columns and lines that can be hidden. */
export const hideableColumns = (by: Grouping | undefined): { key: ColumnKey; title: string }[] => [
  ...identityColumnsOf(by).map(({ key, title }) => ({ key, title })),
  { key: 'times', title: '最大・最小の測定日時' },
]

/** The columns of a view: what a row is, and its periods. */
export function gaugeColumns(options: Options): Column<GaugeRow>[] {
  const { by, shown, isTable } = options
  const columns: Column<GaugeRow>[] = [
    nameColumn(options, '最大・最小'),
    ...identityColumnsOf(by).filter(({ key }) => shown.includes(key) && (isTable || key !== 'unit')),
    ...startsInOrder(options).map((from) => periodColumn(from, options)),
  ]
  // Hidden by the URL, not by the device.
  return columns.map((column) => ({ ...column, fixed: true }))
}

const startsInOrder = ({ view, table }: Pick<Options, 'view' | 'table'>) =>
  view === 'recent' ? table.starts.toReversed() : table.starts

function periodColumn(from: string, options: Options): Column<GaugeRow> {
  const { view, statistics, shown, today, isTable, onOpen } = options
  return {
    key: from,
    title: columnTitle(view, from, today),
    align: 'right',
    noWrap: true,
    sort: 'number',
    // By the first line.
    sortBy: ({ cells }) => numberOf(cells.get(from), statistics[0]) ?? null,
    cell: (row) => {
      const cell = row.cells.get(from)
      return (
        cell && (
          <GaugeCellText
            row={row}
            cell={cell}
            view={view}
            shown={statistics}
            hasTimes={shown.includes('times')}
            period={periodName(periodOfView[view], from)}
            onOpen={() => onOpen(row, from)}
            isTabStop={!isTable || from === firstMeasured(row, options)}
            hasUnit={!isTable}
          />
        )
      )
    },
  }
}

const firstMeasured = ({ cells }: GaugeRow, options: Options) =>
  startsInOrder(options).find((from) => (cells.get(from)?.count ?? 0) > 0)

const numberOf = (cell: GaugeCell | undefined, statistic: Statistic = 'maximum') =>
  statistic === 'mean' ? cell?.mean : cell?.[statistic]?.value

/** The columns for spreadsheets: numbers as numbers, with times, number of values and marks in columns of their own. */
export function gaugeCsvColumns(
  { view, statistics, shown, table }: Pick<Options, 'view' | 'statistics' | 'shown' | 'table'>,
  columns: readonly Column<GaugeRow>[],
  zone: string,
): Column<GaugeRow>[] {
  const isIdentity = ({ key }: { key: string }) =>
    key === 'name' || identityColumns.some((column) => column.key === key)
  return [
    ...columns.filter(isIdentity),
    ...table.starts.flatMap((from) => {
      const period = periodName(periodOfView[view], from)
      const column = (title: string, text: (cell: GaugeCell, row: GaugeRow) => string): Column<GaugeRow> => ({
        key: `${from} ${title}`,
        title: `${period} ${title}`,
        text: (row) => {
          const cell = row.cells.get(from)
          return cell === undefined || cell.isFuture ? '' : text(cell, row)
        },
      })
      return [
        ...statistics.flatMap((statistic) => [
          column(statisticNames[statistic], (cell, { decimals }) =>
            cell.count === 0 ? '測定なし' : exactText(cell, statistic, decimals),
          ),
          ...(statistic === 'mean' || !shown.includes('times')
            ? []
            : [
                column(`${statisticNames[statistic]}の測定日時`, (cell) => {
                  const at = cell[statistic]?.at
                  return at === undefined ? '' : formatFullTime(Date.parse(at), zone)
                }),
              ]),
        ]),
        column('測定回数', ({ count }) => String(count)),
        column('区分', (cell) => marksOf(cell, statistics)),
      ]
    }),
  ]
}

/** With more decimals of a mean than the screen shows. */
const moreDecimals = 3

const exactText = (cell: GaugeCell, statistic: Statistic, decimals: number | null) =>
  statistic === 'mean'
    ? cell.mean === null
      ? ''
      : String(roundToDecimals(cell.mean, (decimals ?? 0) + moreDecimals))
    : statisticText(cell, statistic, decimals).replaceAll(',', '')

const marksOf = (cell: GaugeCell, statistics: readonly Statistic[]) =>
  [
    ...(cell.isSoFar ? ['途中'] : []),
    ...statistics.flatMap((statistic) => {
      const extreme = statistic === 'mean' ? null : cell[statistic]
      return (extreme === null ? [] : extremeMarks(extreme)).map(
        (mark) => `${statisticNames[statistic]} ${mark}`,
      )
    }),
  ].join('・')
