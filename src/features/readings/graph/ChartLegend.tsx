import { Box, Flex, UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { formatRange } from '../../../../text/formatNumber.ts'
import type { ChartSeries } from '../../../shared/chart/seriesPoints.ts'
import { styleOf } from '../../../shared/chart/seriesStyle.ts'
import classes from './ChartLegend.module.css'

interface Props {
  series: readonly ChartSeries[]
  /** The meter shown alone in all charts. */
  isolated: number | null
  /** Shows the abnormal range of each meter, because the chart cannot draw different ones. */
  hasRanges: boolean
  onIsolate: (meterId: number | null) => void
}

/** A press isolates a series; a second press shows all. */
export const ChartLegend = memo(({ series, isolated, hasRanges, onIsolate }: Props) => (
  <Flex component="ul" wrap="wrap" gap="4px 8px" aria-label="凡例">
    {series.map(({ id, name, style, band, decimals, points }) => {
      const { color, dash, symbol } = styleOf(style)
      return (
        <li key={id}>
          <UnstyledButton
            className={classes.entry}
            aria-pressed={isolated === id}
            data-away={(isolated !== null && isolated !== id) || undefined}
            onClick={() => onIsolate(isolated === id ? null : id)}
          >
            <svg width="36" height="14" viewBox="0 0 36 14" className={classes.sample} aria-hidden>
              <path
                d="M0 7H36"
                fill="none"
                stroke={color}
                strokeWidth="2"
                strokeDasharray={dash?.join(' ')}
              />
              <path d={symbol} transform="translate(13 2)" fill={color} />
            </svg>
            <span>
              {name}
              {points.length === 0 && (
                <Box component="span" display="block" fz="xs" c="dimmed">
                  データなし
                </Box>
              )}
              {hasRanges && band && (
                <Box component="span" display="block" fz="xs" c="dimmed">
                  異常範囲 {formatRange(...band, decimals)}
                </Box>
              )}
            </span>
          </UnstyledButton>
        </li>
      )
    })}
  </Flex>
))
