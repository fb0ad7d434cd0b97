import { Box } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { CategoryType } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { differenceBetween } from '../../../../contract/values/consumption.ts'
import { formatNumber, formatRange } from '../../../../text/formatNumber.ts'
import { asDisplayed } from '../../../lib/readings/plausibility.ts'
import { emptyText } from '../../../shared/readings/ValueText.tsx'
import { formatDifference } from '../../../ui/text/formatDifference.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx'
import classes from './Comparison.module.css'
import type { Band } from './plausibleBand.ts'

interface Props {
  /** Null: nothing that is a number. */
  value: number | null
  /** Milliseconds since 1970. */
  at: number
  last: { value: number; created_at: string } | null
  /** Why there is no last value; null: the last reading says it. */
  absent?: string | null | undefined
  /** Where the next value is expected. */
  band: Band | null
  meter: Pick<Meter, 'digit_number' | 'decimal_point' | 'is_cumulative' | 'rate' | 'last_reading'>
  type: CategoryType
  unit: string
}

/** The last value, the difference to it and the band of likely values, beside the value that is being corrected. */
export function Comparison({ value, at, last, absent = null, band, meter, type, unit }: Props) {
  const { digit_number: digits, decimal_point: decimals, rate, last_reading: reading } = meter
  const withUnit = (text: string) => `${text} ${unit}`.trimEnd()
  const outside = value !== null && band !== null && (value < band.start || value > band.end)
  const current = value === null ? null : asDisplayed({ value, at }, decimals)
  const previous = last && asDisplayed({ value: last.value, at: Date.parse(last.created_at) }, decimals)
  const counted =
    current && previous && meter.is_cumulative
      ? differenceBetween(previous, current, { digits, decimals, rate })
      : null
  return (
    <>
      <VisuallyHidden role="status">
        {value !== null && `${withUnit(formatNumber(value, decimals))}${outside ? '、目安の外' : ''}`}
      </VisuallyHidden>
      <dl className={classes.list}>
        <div>
          <dt>前回</dt>
          <dd>
            {last ? (
              <>
                {withUnit(formatNumber(last.value, decimals))}{' '}
                <Box component="span" fz={13} fw={400} c="dimmed">
                  <TimeText time={last.created_at} />
                </Box>
              </>
            ) : (
              (absent ?? emptyText(reading?.read_state ?? null, type))
            )}
          </dd>
        </div>
        {previous && (
          <div>
            <dt>差</dt>
            <dd>
              {current === null
                ? '―'
                : withUnit(formatDifference(counted?.amount ?? current.value - previous.value, decimals))}
              {counted?.rolledOver && '（一周）'}
            </dd>
          </div>
        )}
        {band && (
          <div data-outside={outside || undefined}>
            <dt>目安</dt>
            <dd>
              {withUnit(formatRange(band.start, band.end, decimals))}
              {outside && (
                <span className={classes.outside}>
                  <IconAlertCircle size={16} aria-hidden />
                  目安の外
                </span>
              )}
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}
