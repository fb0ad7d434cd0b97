import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import type { UsageRow } from '../../../contract/usage/usages.ts'
import { isCorrected } from '../../../contract/values/readingState.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { estimatesQuery } from '../../lib/queries/estimates.ts'
import { readingQuery } from '../../lib/queries/readings.ts'
import { ValueText } from '../../shared/readings/ValueText.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import classes from './ProofDialog.module.css'

interface Props {
  title: string
  meter: Meter
  unit: string
  /** ISO 8601. */
  at: string
  /** Null: unknown. */
  index: NonNullable<UsageRow['start']> | null
}

/** An index at the boundary of a period, and the readings or the estimate that it comes from. */
export function ProofIndex({ title, meter, unit, at, index }: Props) {
  const zone = use(TimeZone)
  const time = formatFullTime(Date.parse(at), zone).slice(0, -':00'.length)
  return (
    <section className={classes.index} aria-label={title}>
      <h3 className={classes.title}>
        {title} <span className={classes.quiet}>{time}</span>
      </h3>
      {index === null ? (
        <p className={classes.quiet}>指示値は不明です</p>
      ) : (
        <>
          <p>
            指示値 <strong className="tabular-nums">{formatNumber(index.value, meter.decimal_point)}</strong>{' '}
            {unit}
          </p>
          {index.reading_ids.map((id) => (
            <ProofReading key={id} id={id} meter={meter} unit={unit} />
          ))}
          {index.reading_ids.length === 0 && <ProofEstimate meter={meter} at={index.at} />}
        </>
      )}
    </section>
  )
}

/** A reading with its photograph, which leads to its detail. */
export function ProofReading({ id, meter, unit }: Pick<Props, 'meter' | 'unit'> & { id: number }) {
  const { data: reading, error } = useQuery(readingQuery(useQueryClient(), id))
  if (reading === undefined)
    return <p className={classes.quiet}>{error ? '測定値を表示できません' : '読み込み中…'}</p>
  return (
    <ScreenLink route="/meter-value/$id" params={{ id: String(id) }} className={classes.reading}>
      <span className={classes.picture}>
        <Thumbnail
          src={reading.result_thumbnail ?? reading.thumbnail}
          alt={`${meter.name}の写真`}
          fallback={<span className={classes.missing}>写真なし</span>}
        />
      </span>
      <span className={classes.facts}>
        <ValueText value={reading.value} unit={unit} decimals={meter.decimal_point} />
        <span className={classes.quiet}>
          <PlainTime time={reading.created_at} />
          {reading.created_by !== null && ` ${reading.created_by}`}
          {isCorrected(reading) && ' 修正'}
        </span>
      </span>
    </ScreenLink>
  )
}

/** Who estimated the index of that moment, and why; the index of a replacement has no reading either. */
function ProofEstimate({ meter, at }: { meter: Meter; at: string }) {
  const { data } = useQuery(estimatesQuery(meter.id))
  const estimate = data?.find((each) => Date.parse(each.at) === Date.parse(at))
  if (!estimate) return data && <p className={classes.quiet}>メーターを交換したときの指示値です</p>
  return (
    <p className={classes.quiet}>
      認定 {estimate.user?.username ?? '退会した利用者'}: {estimate.reason}
    </p>
  )
}
