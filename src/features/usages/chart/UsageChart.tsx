import { Button } from '@mantine/core'
import { clsx } from 'clsx'
import { BarChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { type CSSProperties, useMemo, useState } from 'react'
import axes from '../../../shared/chart/axes.module.css'
import { EChart } from '../../../shared/chart/EChart.tsx'
import seriesColors from '../../../shared/chart/seriesColors.module.css'
import { usePlot } from '../../../shared/chart/usePlot.ts'
import { RowSelect } from '../../../ui/form/RowSelect.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { useIsPrinting } from '../../../ui/table/useIsPrinting.ts'
import type { View } from '../search.ts'
import type { UsageTable, UsageTableRow } from '../usageTable.ts'
import { ChartLegend } from './ChartLegend.tsx'
import { periodTexts, type UsageChartData, usageChartData } from './chartPeriods.ts'
import classes from './UsageChart.module.css'
import { isNarrow, usageAxis, usageChartOption } from './usageChartOption.ts'

register([BarChart])

interface Props {
  /** Those to choose from, and the chosen one. */
  rows: readonly UsageTableRow[]
  row: UsageTableRow
  view: View
  table: UsageTable
  /** Of the periods shown, such as 2026年. */
  name: string
  onRow: (row: UsageTableRow) => void
  /** Shows the proof of a meter's usage. */
  onOpen: (row: UsageTableRow, from: string) => void
}

/** Px: the width of an A4 sheet on its long side within its margins. A browser prints an SVG as large as it was. */
const paper = { width: 1040, height: 300 }

/** A row's usages with those of last year as bars; the hours of a day as a curve. The table has the same numbers. */
export function UsageChart({ rows, row, view, table, name, onRow, onOpen }: Props) {
  const data = useMemo(() => usageChartData(row, { view, table, name }), [row, view, table, name])
  const isKnown = data.series.some(({ cells }) => cells.some((cell) => cell?.usage != null))
  return (
    <section
      className={clsx(classes.chart, seriesColors.colors)}
      aria-label={`${row.name} ${name}の使用量のグラフ`}
    >
      <RowSelect
        className={classes.row}
        size="md"
        aria-label="グラフの対象"
        rows={rows}
        value={row.id}
        onChange={(id) => {
          const chosen = rows.find((each) => each.id === id)
          if (chosen) onRow(chosen)
        }}
      />
      {isKnown ? (
        <Stage key={`${view} ${data.starts[0]}`} data={data} row={row} view={view} onOpen={onOpen} />
      ) : (
        <EmptyState text="この期間の使用量は不明です。期間の境目の前後に測定値が必要です。" />
      )}
    </section>
  )
}

type StageProps = Pick<Props, 'row' | 'view' | 'onOpen'> & { data: UsageChartData }

function Stage({ data, row, view, onOpen }: StageProps) {
  const { ref, fontSize, plot, takePlot, ...shown } = usePlot()
  const isPrinting = useIsPrinting()
  const { width, height } = isPrinting ? paper : shown
  const own = data.series[0]?.cells ?? []
  const last = data.starts.length - 1
  const lastKnown = own.findLastIndex((cell) => cell?.usage != null)
  const [chosen, choose] = useState(Math.max(0, lastKnown))
  const isCurve = view === 'day'
  const axis = useMemo(() => usageAxis(data), [data])
  const option = useMemo(
    () => usageChartOption({ data, isCurve, axis, width, fontSize }),
    [data, isCurve, axis, width, fontSize],
  )
  const corners = useMemo(
    (): [[number, number], [number, number]] => [
      [0, axis.low],
      [last, axis.high],
    ],
    [last, axis],
  )
  /** The plot area is from the middle of the first period to that of the last one. */
  const column = plot ? plot.width / Math.max(last, 1) : 0
  const texts = periodTexts(chosen, { row, view, data })
  const [period, ...usages] = texts
  const isBegun = own[chosen]?.isFuture === false
  return (
    <>
      <ChartLegend data={data} isCurve={isCurve} isNarrow={isNarrow({ data, width, fontSize })} />
      <div className={classes.body}>
        <div className={axes.line} aria-hidden>
          使用量{row.unit && `（${row.unit}）`}
        </div>
        <div ref={ref} className={classes.stage} style={isPrinting ? { height } : undefined}>
          <div aria-hidden>
            {width > 0 && (
              <EChart option={option} width={width} height={height} corners={corners} onPlot={takePlot} />
            )}
          </div>
          {plot && (
            <input
              type="range"
              className={classes.periods}
              aria-label="グラフの期間"
              aria-valuetext={texts.join('、')}
              min={0}
              max={last}
              value={chosen}
              style={
                {
                  '--column': `${column}px`,
                  '--column-height': `${plot.height}px`,
                  left: plot.x - column / 2,
                  top: plot.y,
                  width: plot.width + column,
                  height: plot.height,
                } as CSSProperties
              }
              onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
              onPointerMove={({ pointerType, nativeEvent, buttons }) => {
                if (pointerType !== 'mouse' || buttons > 0) return
                choose(Math.min(last, Math.max(0, Math.floor(nativeEvent.offsetX / column))))
              }}
            />
          )}
        </div>
      </div>
      <div className={classes.chosen}>
        <strong>{period}</strong>
        {usages.map((text) => (
          <span key={text} className="tabular-nums">
            {text}
          </span>
        ))}
        {row.meter && isBegun && (
          <Button variant="subtle" onClick={() => onOpen(row, data.starts[chosen] ?? '')}>
            根拠を表示
          </Button>
        )}
      </div>
    </>
  )
}
