import { Button } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import { ChartLegend } from './ChartLegend.tsx'
import type { Line, Spot } from './lines.ts'
import { PointTable } from './PointTable.tsx'
import { SeriesChart } from './SeriesChart.tsx'
import type { TimeWindow } from './timeWindow.ts'
import classes from './UnitChart.module.css'

interface Props {
  lines: readonly Line[]
  whole: TimeWindow
  shown: TimeWindow
  numbers: boolean
  /** It is one of several. */
  titled: boolean
  onWindow: (window: TimeWindow | null) => void
  onOpen: (spot: Spot) => void
}

/** The meters of one unit: legend, chart, and the same as a table. */
export function UnitChart({ lines, whole, shown, numbers, titled, onWindow, onOpen }: Props) {
  const heading = useId()
  const table = useId()
  const [chosen, setAlone] = useState<number | null>(null)
  const [tabled, setTabled] = useState(false)
  const alone = lines.some(({ meterId }) => meterId === chosen) ? chosen : null
  const visible = useMemo(
    () => (alone === null ? lines : lines.filter(({ meterId }) => meterId === alone)),
    [lines, alone],
  )
  const unit = lines[0]?.unit
  const named = visible.length === 1 ? visible[0]?.name : `${visible.length}台のメーター`
  return (
    <section className={classes.chart} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title} data-unseen={!titled || undefined}>
        {`単位 ${unit ?? '未登録'}`}
      </h2>
      {lines.length > 1 && <ChartLegend lines={lines} alone={alone} onAlone={setAlone} />}
      {visible.length === 1 && <p className={classes.name}>{visible[0]?.name}</p>}
      <div className={classes.axes} aria-hidden>
        <span>{unit ? `測定値（${unit}）` : '測定値'}</span>
        {visible.some(({ band }) => band) && (
          <span className={classes.band} data-hidden={!hasOneBand(visible) || undefined}>
            異常範囲
          </span>
        )}
      </div>
      <SeriesChart
        label={`${named}の測定値${unit ? `（${unit}）` : ''}`}
        lines={visible}
        whole={whole}
        shown={shown}
        numbers={numbers}
        onWindow={onWindow}
        onOpen={onOpen}
      />
      <div className={classes.foot}>
        <Button
          size="compact-md"
          variant="subtle"
          leftSection={<IconTable size={18} aria-hidden />}
          aria-expanded={tabled}
          aria-controls={table}
          onClick={() => setTabled(!tabled)}
        >
          {tabled ? '表を閉じる' : '表で見る'}
        </Button>
        <span aria-hidden>測定日時</span>
      </div>
      <div id={table}>{tabled && <PointTable lines={visible} shown={shown} onOpen={onOpen} />}</div>
    </section>
  )
}

const hasOneBand = ([first, ...others]: readonly Line[]) =>
  others.every(({ band }) => band?.[0] === first?.band?.[0] && band?.[1] === first?.band?.[1])
