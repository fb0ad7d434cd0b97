import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useId } from 'react'
import { SpanShortcuts } from '../../ui/form/SpanShortcuts.tsx'
import classes from './PeriodSelect.module.css'
import { type Period, type PeriodChoice, periodLabel, periods } from './period.ts'
import { spanOf, wholeDaysOf } from './periods.ts'

const RangePicker = lazy(() => import('./RangePicker.tsx'))

interface Props {
  choice: PeriodChoice
  /** `YYYY-MM-DD` in the organization’s zone. */
  today: string
  onChange: (choice: PeriodChoice) => void
}

/**
 * Presets, and two times of one’s own. The presets are the browser’s own radio buttons: Mantine’s segments measure
 * themselves, which costs the first paint of home a layout.
 */
export function PeriodSelect({ choice, today, onChange }: Props) {
  const name = useId()
  const choose = (period: Period) => {
    if (period !== 'range') return onChange({ period })
    const { from, to } = spanOf(choice, today)
    onChange({ period, from: from ?? undefined, to: to ?? undefined })
  }
  return (
    <div className={classes.period}>
      <div className={classes.presets}>
        <div role="radiogroup" aria-label="期間" className={classes.track}>
          {periods.map((period) => (
            <label key={period} className={classes.preset}>
              <input
                type="radio"
                name={name}
                checked={choice.period === period}
                onChange={() => choose(period)}
                className={classes.radio}
              />
              {periodLabel[period]}
            </label>
          ))}
        </div>
      </div>
      {choice.period === 'range' && (
        <>
          <Suspense fallback={<Skeleton className={classes.range} height={42} />}>
            <RangePicker
              className={classes.range}
              from={choice.from}
              to={choice.to}
              onChange={(from, to) => onChange({ period: 'range', from, to })}
            />
          </Suspense>
          <SpanShortcuts
            today={today}
            chosen={wholeDaysOf(choice)}
            onChoose={({ from, to }) =>
              onChange({ period: 'range', from: `${from}-00-00`, to: `${to}-23-59` })
            }
          />
        </>
      )}
    </div>
  )
}
