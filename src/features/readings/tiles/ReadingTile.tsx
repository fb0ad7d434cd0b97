import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Category } from '../../../../contract/categories.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { isTimeUnconfirmed } from '../../../../contract/time/timeReasons.ts'
import { isUnread, readState } from '../../../../contract/values/abnormal.ts'
import { readingStateOf } from '../../../../contract/values/readingState.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { CategoryIcon } from '../../../shared/categories/CategoryIcon.tsx'
import { ReadingStateMark } from '../../../shared/readings/ReadingStateMark.tsx'
import { UnconfirmedTime } from '../../../shared/readings/UnconfirmedTime.tsx'
import { emptyText, ValueText } from '../../../shared/readings/ValueText.tsx'
import { Thumbnail } from '../../../ui/stage/Thumbnail.tsx'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import { StatusPill } from '../../../ui/text/StatusPill.tsx'
import classes from './ReadingTile.module.css'

interface Props {
  reading: Reading
  unit: string | undefined
  category: Category | undefined
  /** Visible without scrolling. */
  first: boolean
}

function Tile({ reading, unit, category, first }: Props) {
  const { value, meter } = reading
  const shown = value === null ? '' : formatNumber(value, meter.decimal_point)
  const state = readingStateOf(reading)
  const unconfirmedTime = isTimeUnconfirmed(reading)
  const pending = value === null && reading.read_state === readState.unprocessed
  return (
    <Link
      to="."
      search={(previous) => ({ ...previous, value: reading.id })}
      state={{ openedHere: true }}
      resetScroll={false}
      preload={false}
      className={classes.tile}
      data-abnormal={reading.is_abnormal || undefined}
      data-unsure={state === 'unsure' || unconfirmedTime || undefined}
      data-reading={reading.id}
    >
      <span className={classes.picture} data-framed={reading.result_thumbnail !== null || undefined}>
        <Thumbnail
          src={reading.result_thumbnail ?? reading.thumbnail}
          first={first}
          fallback={
            // The value is shown larger beside it.
            category && <CategoryIcon category={category} size={40} />
          }
        />
      </span>
      <span className={classes.body}>
        <span className={classes.name}>{meter.name}</span>
        <span className={classes.value} data-long={shown.length > 8 || undefined}>
          {pending ? (
            <Skeleton display="inline-block" px="0.5em" width="auto" radius="sm">
              読取中
            </Skeleton>
          ) : (
            <ValueText
              value={value}
              unit={unit}
              decimals={meter.decimal_point}
              state={reading.read_state}
              type={category?.type}
              reasons={reading.reasons}
              size="inherit"
              wraps
            />
          )}
        </span>
        <span className={classes.foot}>
          {value === null && isUnread(reading.read_state) && (
            <StatusPill tone="waiting">{emptyText(reading.read_state, category?.type)}</StatusPill>
          )}
          {reading.is_abnormal && <StatusPill tone="abnormal">異常</StatusPill>}
          <ReadingStateMark state={state} />
          {unconfirmedTime && <UnconfirmedTime />}
          <span className={classes.time}>
            <PlainTime time={reading.created_at} />
          </span>
        </span>
      </span>
    </Link>
  )
}

export const ReadingTile = memo(Tile)
