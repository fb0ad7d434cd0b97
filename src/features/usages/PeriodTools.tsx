import { ActionIcon, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import classes from './PeriodTools.module.css'
import { shownPeriod } from './periods.ts'
import type { View } from './search.ts'

/** Lazy: otherwise the calendar is in a script that every screen loads (decision 019). */
const PeriodPicker = lazy(async () => ({ default: (await import('./PeriodPicker.tsx')).PeriodPicker }))

const viewNames: Record<View, string> = {
  recent: '今月と先月',
  year: '月別',
  month: '日別',
  day: '時間別',
}
const choices = Object.entries(viewNames).map(([value, label]) => ({ value, label }))
const viewOf = (value: string) => (Object.keys(viewNames) as View[]).find((view) => view === value)

/** 年, 月 or 日 that a press on an arrow goes on by. */
const steps: Record<Exclude<View, 'recent'>, { name: string; format: string }> = {
  year: { name: '年', format: 'YYYY年' },
  month: { name: '月', format: 'YYYY年M月' },
  day: { name: '日', format: 'YYYY年M月D日' },
}

interface Props {
  view: View
  /** A day of the period, and today, as `YYYY-MM-DD`. */
  at: string
  today: string
  onChange: (view: View, at: string) => void
}

/** What periods the columns are, and of which year, month or day. */
export function PeriodTools({ view, at, today, onChange }: Props) {
  const phone = useIsPhone()
  const { before, behind } = shownPeriod(view, at, today)
  const choose = (value: string) => {
    const chosen = viewOf(value)
    if (chosen) onChange(chosen, at)
  }
  return (
    <div className={classes.tools}>
      {phone ? (
        <NativeSelect
          aria-label="期間"
          size="md"
          data={choices}
          value={view}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      ) : (
        <SegmentedControl aria-label="期間" data={choices} value={view} onChange={choose} />
      )}
      {view !== 'recent' && (
        <div className={classes.steps}>
          <ActionIcon
            variant="default"
            aria-label={`前の${steps[view].name}`}
            onClick={() => onChange(view, before)}
          >
            <IconChevronLeft size={20} aria-hidden />
          </ActionIcon>
          <Suspense fallback={<Skeleton className={classes.day} height={42} />}>
            <PeriodPicker
              className={classes.day}
              view={view}
              label={`表示する${steps[view].name}`}
              format={steps[view].format}
              value={at}
              latest={today}
              onChange={(day) => onChange(view, day)}
            />
          </Suspense>
          <ActionIcon
            variant="default"
            aria-label={`次の${steps[view].name}`}
            disabled={behind > today}
            onClick={() => onChange(view, behind)}
          >
            <IconChevronRight size={20} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  )
}
