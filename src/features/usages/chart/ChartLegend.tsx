import { styleOf } from '../../../shared/chart/seriesStyle.ts'
import { markTexts } from '../usageTexts.ts'
import classes from './ChartLegend.module.css'
import { isCertain, type UsageChartData } from './chartPeriods.ts'
import { shortMarks } from './usageChartOption.ts'

interface Props {
  data: UsageChartData
  isCurve: boolean
  /** Marks are one character each. */
  isNarrow: boolean
}

/** What the lines and fills of the graph are, and the marks in it. */
export function ChartLegend({ data, isCurve, isNarrow }: Props) {
  const shown = data.series.flatMap(({ cells }) =>
    cells.filter((cell) => cell !== undefined && !cell.isFuture),
  )
  const marksOf = (cells: typeof shown) => {
    const marks = new Set(cells.flatMap((cell) => (cell ? markTexts(cell) : [])))
    return Object.keys(shortMarks)
      .filter((mark) => marks.has(mark))
      .map((mark) => (isNarrow ? `${shortMarks[mark]}: ${mark}` : mark))
  }
  const isUncertain = (cell: (typeof shown)[number]) => cell?.usage != null && !isCertain(cell)
  const uncertain = marksOf(shown.filter(isUncertain)).filter((mark) => !mark.endsWith('修正'))
  const isUnknown = (cell: (typeof shown)[number]) => cell?.usage === null && !cell.isFuture
  const corrected = isNarrow && marksOf(shown).some((mark) => mark.endsWith('修正'))
  return (
    <ul className={classes.legend} aria-label="凡例">
      {data.series.map(({ id, name }, index) => (
        <li key={id}>
          {isCurve ? (
            <Line index={index} />
          ) : (
            <span className={classes.swatch} data-is={id === 'own' ? undefined : 'compared'} aria-hidden />
          )}
          {name}
        </li>
      ))}
      {uncertain.length > 0 && (
        <li>
          <span className={classes.swatch} data-is={isCurve ? 'hollow' : 'uncertain'} aria-hidden />
          {uncertain.join(isNarrow ? '、' : '・')}
        </li>
      )}
      {corrected && <li>修: 修正</li>}
      {(isCurve ? data.series.slice(0, 1) : data.series).some(({ cells }) => cells.some(isUnknown)) && (
        <li>
          <span className={classes.swatch} data-is="unknown" aria-hidden />
          不明
        </li>
      )}
    </ul>
  )
}

function Line({ index }: { index: number }) {
  const { color, dash } = styleOf(index)
  return (
    <svg width="28" height="12" aria-hidden>
      <line x2="28" y1="6" y2="6" stroke={color} strokeWidth="2.5" strokeDasharray={dash?.join(' ')} />
    </svg>
  )
}
