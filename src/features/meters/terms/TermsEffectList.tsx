import { use } from 'react'
import { formatNumber } from '../../../../text/formatNumber.ts'
import type { TermsEffect } from '../../../lib/queries/meterTerms.ts'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { localOfInstant } from '../../../ui/text/localTime.ts'
import classes from './terms.module.css'

interface Props {
  effect: TermsEffect
  unit: string
  /** If the unit changes as well. */
  unitBefore?: string | undefined
  /** Of the meter. */
  decimals: number | null
}

/** In which months a change changes the usage, and by how much. */
export function TermsEffectList({ effect: { count, months }, unit, unitBefore = unit, decimals }: Props) {
  const zone = use(TimeZone)
  if (count === 0) return <p>使用量が変わる月はありません。</p>
  return (
    <>
      <p>{count} か月の使用量が変わります。</p>
      <ul className={classes.months} aria-label="使用量が変わる月">
        {months.map(({ from, to, before, after }) => (
          <li key={from}>
            <span>{monthText(from, to, zone)}</span>{' '}
            <span>{changeText([before, unitBefore], [after, unit], decimals)}</span>
          </li>
        ))}
      </ul>
      {count > months.length && <p>ほか {count - months.length} か月</p>}
    </>
  )
}

/** 2026年11月, and whether readings end within it. */
function monthText(from: string, to: string, zone: string): string {
  const [year, month] = localOfInstant(Date.parse(from), zone).split('-')
  const isWhole = localOfInstant(Date.parse(to), zone).endsWith('-01 00:00:00')
  return `${year}年${Number(month)}月${isWhole ? '' : '（途中まで）'}`
}

type Usage = [value: number | null, unit: string]

function changeText(before: Usage, after: Usage, decimals: number | null): string {
  const written = ([value, unit]: Usage, digits: number | null) =>
    value === null ? '不明' : `${formatNumber(value, digits)} ${unit}`.trimEnd()
  const [old, next] = [written(before, decimals), written(after, decimals)]
  // A difference below the meter's last digit is shown as well.
  return old === next ? `${written(before, null)} → ${written(after, null)}` : `${old} → ${next}`
}
