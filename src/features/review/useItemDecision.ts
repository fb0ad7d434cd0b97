import { useState } from 'react'
import { isDigital } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { exceedsDigits, exceedsDigitsText } from '../../../contract/values/consumption.ts'
import { formatForInput } from '../../../text/formatNumber.ts'
import { nameIn, useCategoryType, useMasters } from '../../lib/queries/masters.ts'
import { useCorrectionQuestions } from '../../lib/readings/useCorrectionQuestions.ts'
import { confirmDoubt } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'
import { type Draft, draftOf, padded } from './draft.ts'

interface Parts {
  item: ReviewItem
  /** Undefined until it is loaded. */
  meter: Meter | undefined
  canDecide: () => boolean
  onDecide: (value: number | null) => void
}

/** A value while it is edited, and its decision, which asks about a value that is missing or fits nothing around it. */
export function useItemDecision({ item, meter, canDecide, onDecide }: Parts) {
  const { reading, is_blind: isBlind } = item
  const { value, meter: named } = reading
  const type = useCategoryType(named.meter_category_id) ?? undefined
  const { units } = useMasters('units')
  const unit = nameIn(units, named.meter_unit_id)
  const { isValueMeant, isTypedValueMeant } = useCorrectionQuestions(reading, { meter, type, unit })
  const digits = meter && type !== undefined && isDigital(type) ? meter.digit_number : null
  const original = value === null ? '' : padded(formatForInput(value, named.decimal_point), digits)
  const [edited, setEdited] = useState<Draft | null>(null)
  const draft = edited ?? draftOf(original)
  const [isAsking, setAsking] = useState(false)

  const decide = async () => {
    if (isAsking || meter === undefined || !canDecide()) return
    const chosen = draft.text === original ? value : parseNumberValue(draft.text)
    if (chosen === undefined) return notify.info('数値を入力してください')
    const counting = { digits: meter.digit_number, decimals: named.decimal_point }
    if (chosen !== null && type !== undefined && isDigital(type) && exceedsDigits(chosen, counting))
      return notify.info(exceedsDigitsText(counting))
    if (isBlind) {
      if (chosen === null) notify.info('写真の値を入力してください。読めなければ「あとで」を押します')
      else onDecide(chosen)
      return
    }
    setAsking(true)
    try {
      const isMeant =
        chosen === null
          ? await confirmDoubt({
              title: '値なしで確定しますか',
              text: 'データ無しの測定値として記録します。写真から読めるときは、値を入力してください。',
              confirm: '値なしで確定',
              correct: '値を入力する',
            })
          : await (chosen === value ? isValueMeant : isTypedValueMeant)(chosen)
      if (isMeant) onDecide(chosen)
    } catch (error) {
      notify.failure(error, { title: '値を確定できませんでした' })
    } finally {
      setAsking(false)
    }
  }
  return {
    unit,
    draft,
    edit: (change: (draft: Draft) => Draft) => setEdited(change(draft)),
    isAsking,
    decide: () => void decide(),
  }
}
