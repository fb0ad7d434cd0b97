import type { CategoryType } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { ValuesAround } from '../../../contract/readings.ts'
import type { KnownMonths } from '../../../contract/usage/monthSoFar.ts'
import type { Doubt } from '../../../contract/values/doubts.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { confirmDoubt } from '../../ui/dialog/confirm.tsx'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { type CheckedMeter, doubtsOf, type ToldDoubt } from './plausibility.ts'

interface Entered {
  value: number
  /** Milliseconds since 1970. */
  at: number
  meter: CheckedMeter & Pick<Meter, 'multiplier'>
  type: CategoryType
  unit: string
  /** The values around its time; null: it is the newest, and is compared with what the meter knows. */
  around: ValuesAround | null
  /** What the reader was sure of by the photograph alone; null: of nothing. */
  sureRead?: number | null
}

/** What speaks against a value that a person entered, but for its month. */
export function doubtsAbout({ value, at, meter, type, unit, around, sureRead = null }: Entered): ToldDoubt[] {
  const shown = { value, at }
  if (around === null) return doubtsOf({ shown, meter, type, unit, sureRead })
  const { before, after } = around
  return doubtsOf({
    shown,
    meter: { ...meter, evidence: before === null ? [] : [before] },
    type,
    unit,
    sureRead,
    next: after && { value: after.value, at: Date.parse(after.created_at) },
  })
}

async function doubtAboutMonth(entered: Entered, months: KnownMonths): Promise<ToldDoubt | null> {
  // Lazy: the ledger would be loaded with the lists otherwise.
  const { unusualMonthDoubt } = await import('../usages/unusualMonthDoubt.ts')
  return unusualMonthDoubt(months, entered, entered.meter, entered.unit)
}

const written = ({ value, meter, unit }: Entered) =>
  `${formatNumber(value, meter.decimal_point)} ${unit}`.trimEnd()

interface Further {
  /** What speaks against its photograph. */
  ofPicture?: readonly ToldDoubt[]
  /** Of its meter; null: they are not known. */
  months?: KnownMonths | null
}

/** Asks about an unexpected value. What it was confirmed against; null: the user wants to check it. */
export async function confirmImplausibleValue(
  entered: Entered,
  { ofPicture = [], months = null }: Further = {},
): Promise<Doubt[] | null> {
  const ofMonth = months === null ? null : await doubtAboutMonth(entered, months)
  const doubts = [...ofPicture, ...doubtsAbout(entered), ...(ofMonth === null ? [] : [ofMonth])]
  if (doubts.length === 0) return []
  const agreed = await confirmDoubt({
    title: `${written(entered)} で確定しますか`,
    text: doubts.map(({ text }) => text).join(''),
    confirm: 'この値で確定',
  })
  return agreed ? [...new Set(doubts.map(({ doubt }) => doubt))] : null
}

/** Asks about a time at which the value is unexpected. False: the user wants to check it. */
export async function confirmImplausibleTime(entered: Entered, zone: string): Promise<boolean> {
  // The meter's ranges do not depend on the time.
  const doubts = doubtsAbout(entered).filter(({ doubt }) => doubt !== 'abnormal' && doubt !== 'out_of_range')
  if (doubts.length === 0) return true
  return confirmDoubt({
    title: `${formatFullTime(entered.at, zone).slice(0, 'YYYY/MM/DD HH:mm'.length)} で確定しますか`,
    text: `測定値は ${written(entered)} です。${doubts.map(({ text }) => text).join('')}`,
    confirm: 'この日時で確定',
  })
}
