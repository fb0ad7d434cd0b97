import { Input } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, use, useId, useRef } from 'react'
import { formatNumber, formatRange } from '../../../../text/formatNumber.ts'
import { textLimit } from '../../../../text/limits.ts'
import { lastKnown } from '../../../lib/live/lastKnown.ts'
import { valuesAroundQuery } from '../../../lib/queries/readings.ts'
import { usualText } from '../../../lib/readings/consumptionTexts.ts'
import { knownValueText } from '../../../lib/readings/knownValueText.ts'
import { selectAll } from '../../../ui/form/selectAll.ts'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { formatRelativeTime } from '../../../ui/text/formatTime.ts'
import { instantOfLocal } from '../../../ui/text/localTime.ts'
import { differenceTexts, judgeRow, meterAround, type PaperMeter, usualBand } from './judgeRow.ts'
import classes from './Paper.module.css'

interface Props {
  row: PaperMeter
  /** `YYYY-MM-DD HH:mm:ss` in the organization's zone. */
  measuredAt: string
  text: string
  /** Why the value was not stored. */
  failure: string | undefined
  isStored: boolean
  onText: (meterId: number, text: string) => void
}

/** One meter of a paper list: what it showed, the field for its value, and what speaks against that. */
export const PaperRow = memo(function PaperRow({ row, measuredAt, text, failure, isStored, onText }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const notes = useId()
  const before = useRef(text)
  const { meter, unit } = row
  const { id, name, code, decimal_point: decimals } = meter
  const asksAround = row.isEarlier && !isStored
  const query = useQuery({ ...valuesAroundQuery(id, measuredAt), enabled: asksAround })
  const around = (asksAround && query.data) || null
  const isComparable = !asksAround || query.data !== undefined
  const at = instantOfLocal(measuredAt, zone)
  const { value, error, doubts } = judgeRow(text, at, row, around)
  const compared = meterAround(meter, around)
  const previous = around === null ? lastKnown(meter).known : around.before
  const change = value === null || !isComparable ? null : differenceTexts(value, at, compared, unit)
  const band = isComparable ? usualBand(compared, at) : null
  const written = (number: number) => `${formatNumber(number, decimals)} ${unit}`.trimEnd()
  return (
    <li className={classes.row} data-doubtful={(isComparable && doubts.length > 0) || undefined}>
      <div className={classes.name}>
        <span className="break-anywhere">{name}</span>
        {code !== null && <span className={classes.small}>{code}</span>}
      </div>
      <div className={classes.number} data-label="前回">
        {!isComparable ? (
          <span className={classes.small}>
            {query.error ? 'この日時の前後の値を表示できません' : '確認しています…'}
          </span>
        ) : previous === null ? (
          'なし'
        ) : (
          <>
            <span>{written(previous.value)}</span>
            <span className={classes.small}>
              {formatRelativeTime(Date.parse(previous.created_at), now, zone)}
            </span>
          </>
        )}
        {around?.after && (
          <span className={classes.small}>
            {knownValueText('次回', around.after, { decimals, unit, now, zone })}
          </span>
        )}
      </div>
      <Input
        withAria={false}
        size="md"
        maxLength={textLimit}
        className={classes.field}
        aria-label={`${name}の測定値`}
        aria-describedby={notes}
        aria-invalid={error !== null || undefined}
        autoComplete="off"
        // Telephone keypads have no minus sign.
        inputMode={(meter.start_value ?? 0) < 0 ? 'text' : 'decimal'}
        enterKeyHint="next"
        rightSection={unit}
        rightSectionWidth={unit ? `${unit.length + 2}ch` : undefined}
        rightSectionPointerEvents="none"
        value={text}
        error={error !== null}
        onFocus={(event) => {
          before.current = text
          selectAll(event)
        }}
        onChange={({ currentTarget }) => onText(id, currentTarget.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape' && !nativeEvent.isComposing) onText(id, before.current)
        }}
        data-value
      />
      <div className={classes.number} data-label="差">
        {change && (
          <>
            <span>{change.difference}</span>
            {change.perDay !== null && <span className={classes.small}>{change.perDay}</span>}
          </>
        )}
      </div>
      <div className={classes.number} data-label="ふだん">
        {band && <span>{formatRange(band.low, band.high, decimals)}</span>}
        {meter.is_cumulative && meter.rate && (
          <span className={classes.small}>{usualText(meter.rate, decimals, unit)}</span>
        )}
      </div>
      <div id={notes} className={classes.notes}>
        {[failure, error].map(
          (reason) =>
            reason != null && (
              <p key={reason} className={classes.error}>
                <IconAlertTriangle size={16} aria-hidden />
                {reason}
              </p>
            ),
        )}
        {isComparable && doubts.length > 0 && (
          <p className={classes.doubt}>
            <IconAlertTriangle size={16} aria-hidden />
            {doubts.map((doubt) => doubt.text).join('')}
          </p>
        )}
        {isStored && (
          <p className={classes.stored}>
            <IconCircleCheck size={16} aria-hidden />
            登録済み
          </p>
        )}
      </div>
    </li>
  )
})
