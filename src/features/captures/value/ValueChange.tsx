import type { Meter } from '../../../../contract/meters.ts'
import { consumptionBetween } from '../../../../contract/usage/consumptionBetween.ts'
import { alwaysCounting } from '../../../../contract/usage/timeline.ts'
import type { Shown } from '../../../../contract/values/consumption.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { consumptionText, usualText } from '../../../lib/readings/consumptionTexts.ts'
import { asDisplayed, type CheckedMeter, changeSinceLast } from '../../../lib/readings/plausibility.ts'
import { formatDifference } from '../../../ui/text/formatDifference.ts'
import classes from './ValueChange.module.css'

interface Props {
  shown: Shown
  meter: CheckedMeter & Pick<Meter, 'multiplier' | 'rounding'>
  unit: string
}

/** What a value says since the last one, beside the usual rate. Empty without a last one. */
export function ValueChange({ shown, meter, unit }: Props) {
  const change = changeSinceLast({ shown, meter })
  if (change === null) return null
  const { decimal_point: decimals, digit_number: digits, multiplier, rounding, rate } = meter
  const { last, difference, amount, rolledOver } = change
  const used =
    meter.is_cumulative && multiplier !== 1
      ? consumptionBetween(
          last,
          asDisplayed(shown, decimals),
          [],
          alwaysCounting({ digits, decimals, multiplier, rate }),
          rounding,
        )
      : null
  const usedText = used && consumptionText(used, decimals, unit)
  return (
    <ul className={classes.change} aria-label="前回との比較">
      <li data-odd={amount === null || undefined}>
        前回との差 {`${formatDifference(amount ?? difference, decimals)} ${unit}`.trimEnd()}
        {rolledOver && '（一周）'}
      </li>
      {usedText && (
        <li>
          使用量 {usedText}（倍率 {formatNumber(multiplier, null)}）
        </li>
      )}
      {meter.is_cumulative && rate && <li>ふだん {usualText(rate, decimals, unit)}</li>}
    </ul>
  )
}
