import { UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import classes from './ChartLegend.module.css'
import type { Line } from './lines.ts'
import { lookOf, markPath } from './looks.ts'

interface Props {
  lines: readonly Line[]
  /** The meter that is shown alone. */
  alone: number | null
  onAlone: (meterId: number | null) => void
}

/** Which line is which; one pressed is shown alone, pressed again with all the others. */
export const ChartLegend = memo(({ lines, alone, onAlone }: Props) => (
  <ul className={classes.legend} aria-label="凡例">
    {lines.map(({ meterId, name, look }) => {
      const { color, dash, mark } = lookOf(look)
      return (
        <li key={meterId}>
          <UnstyledButton
            className={classes.entry}
            aria-pressed={alone === meterId}
            data-away={(alone !== null && alone !== meterId) || undefined}
            onClick={() => onAlone(alone === meterId ? null : meterId)}
          >
            <svg width="36" height="14" viewBox="0 0 36 14" className={classes.sample} aria-hidden>
              <path d="M0 7H36" fill="none" stroke={color} strokeWidth="2" strokeDasharray={dash} />
              <path d={markPath(mark, 18, 7, 4.5)} fill={color} />
            </svg>
            {name}
          </UnstyledButton>
        </li>
      )
    })}
  </ul>
))
