import { SegmentedControl, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { SpanPresetButtons } from '../../../ui/form/SpanPresetButtons.tsx'
import classes from './PeriodSelect.module.css'
import { type Period, type PeriodChoice, periodLabel, periods } from './period.ts'
import { periodSpan, wholeDaysOf } from './periodSpan.ts'

/** Lazy: a calendar that few visits need (decision 019). */
const RangePicker = lazy(async () => ({ default: (await import('./RangePicker.tsx')).RangePicker }))

interface Props {
  choice: PeriodChoice
  /** `YYYY-MM-DD` in the organization’s zone. */
  today: string
  onChange: (choice: PeriodChoice) => void
}

/** Presets and a custom range. */
export function PeriodSelect({ choice, today, onChange }: Props) {
  const choose = (period: Period) => {
    if (period !== 'range') return onChange({ period })
    const { from, to } = periodSpan(choice, today)
    onChange({ period, from: from ?? undefined, to: to ?? undefined })
  }
  return (
    <div className={classes.period}>
      <div className={classes.presets}>
        <SegmentedControl
          aria-label="期間"
          data={periods.map((period) => ({ value: period, label: periodLabel[period] }))}
          value={choice.period}
          onChange={choose}
          classNames={{ root: classes.control ?? '', label: classes.preset ?? '' }}
        />
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
          <SpanPresetButtons
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
