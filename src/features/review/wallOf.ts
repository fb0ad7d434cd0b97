import type { ReviewItem } from '../../../contract/review/review.ts'
import { maxTogether, mayConfirmTogether } from '../../../contract/review/together.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { cropOf } from './usePrepared.ts'

export interface WallGroup {
  /** The value with its unit. */
  text: string
  items: readonly ReviewItem[]
}

/** Fewer crops are not compared with each other. */
const least = 2

const isOnWall = (item: ReviewItem): boolean =>
  mayConfirmTogether(item.reading) &&
  item.alert_id === null &&
  // Other checks of a closing are not answered by the look of a crop.
  (item.closing === null || item.closing.lists.every((list) => list === 'review')) &&
  cropOf(item.reading) !== null

/** Groups crops by the value that was read in them, the largest group first. `unitOf`: the name of a unit by its id. */
export function wallOf(
  items: readonly ReviewItem[],
  unitOf: (id: number) => string | undefined,
): WallGroup[] {
  const textOf = ({ reading: { value, meter } }: ReviewItem) =>
    value === null
      ? ''
      : `${formatNumber(value, meter.decimal_point)} ${unitOf(meter.meter_unit_id) ?? ''}`.trimEnd()
  const groups = [...Map.groupBy(items.filter(isOnWall), textOf)]
    .map(([text, ofText]) => ({ text, items: ofText }))
    .filter((group) => group.items.length >= least)
    .toSorted((one, other) => other.items.length - one.items.length)
  let room = maxTogether
  return groups.flatMap(({ text, items: ofText }) => {
    const shown = ofText.slice(0, room)
    room -= shown.length
    return shown.length < least ? [] : [{ text, items: shown }]
  })
}
