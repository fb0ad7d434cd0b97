import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import classes from '../ProofDialog.module.css'
import { ProofReading } from '../ProofIndex.tsx'
import { periodName, periodOfView } from '../periods.ts'
import type { View } from '../search.ts'
import type { GaugeRow } from './gaugeTable.ts'
import { extremeMarks, namesOf, statisticNames, statisticsOf, statisticText } from './gaugeTexts.ts'

interface Props {
  row: GaugeRow
  view: View
  /** When the period begins. */
  from: string
  onClose: () => void
}

/** The readings of the highest and the lowest value of a period, with their photographs, and how the mean follows. */
export function GaugeDialog({ row, view, from, onClose }: Props) {
  const cell = row.cells.get(from)
  const shown = statisticsOf(row.meter === null)
  const period = periodName(periodOfView[view], from)
  return (
    <Dialog title={`${row.name} ${period}の${namesOf(shown)}`} opened onClose={onClose} width={720}>
      {!cell || cell.count === 0 ? (
        <EmptyState text="この期間の測定値はありません。" />
      ) : (
        <div className={classes.proof}>
          <div className={classes.indices}>
            {(['maximum', 'minimum'] as const).map((statistic) => {
              const extreme = cell[statistic]
              const name = statisticNames[statistic]
              return (
                extreme && (
                  <section key={statistic} className={classes.index} aria-label={name}>
                    <h3 className={classes.title}>
                      {name} <span className={classes.quiet}>{extremeMarks(extreme).join('・')}</span>
                    </h3>
                    {row.meter === null && <p>{extreme.meter.name}</p>}
                    <ProofReading id={extreme.readingId} meter={extreme.meter} unit={row.unit} />
                  </section>
                )
              )
            })}
          </div>
          <section className={classes.index} aria-label="平均">
            {cell.mean !== null && (
              <h3 className={classes.title}>
                平均 {statisticText(cell, 'mean', row.decimals)} {row.unit}
              </h3>
            )}
            <p className={classes.quiet}>
              {cell.isSoFar ? '期間の途中までの' : ''}
              {cell.count.toLocaleString('ja-JP')}回の測定
              {cell.mean === null ? 'のうちの値です。' : 'の平均です。測定値の合計を回数で割っています。'}
            </p>
          </section>
        </div>
      )}
    </Dialog>
  )
}
