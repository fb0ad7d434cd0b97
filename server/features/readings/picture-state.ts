import { isAnalog } from '../../../contract/categories.ts'
import { type ReadState, readState } from '../../../contract/values/abnormal.ts'
import { countedValue, type ValueMode, valueModeOf } from '../../../contract/values/deviceValues.ts'
import { hasReadingSettings } from '../../../contract/values/readingSettings.ts'
import { parseScale } from '../../../reader/node/index.ts'
import type { MeterOfCategory, MeterRecord } from '../../db/meter-lock.ts'
import type { ReadingRecord } from './repository.ts'

export const measuringRangeOf = ({ startValue, endValue }: Pick<MeterRecord, 'startValue' | 'endValue'>) =>
  startValue === null || endValue === null ? null : { start: startValue, end: endValue }

/** Whether pictures of a meter are read. */
export const isReadable = (meter: MeterOfCategory): boolean =>
  hasReadingSettings(meter.categoryType, { ...meter, range: measuringRangeOf(meter) })

const modeOf = (meter: MeterOfCategory): ValueMode => valueModeOf(meter.valueMode, isReadable(meter))

const isOfPerson = (source: ReadingRecord['valueSource']) => source !== 'reader' && source !== 'device'

/** Returns the read state of a picture that is not read yet. Null if the value of its reading needs no picture. */
export function stateOfPicture(
  meter: MeterOfCategory,
  { valueSource }: Pick<ReadingRecord, 'valueSource'>,
): ReadState | null {
  if (isReadable(meter)) return readState.unprocessed
  if (isOfPerson(valueSource)) return null
  return valueSource === 'device' && modeOf(meter) === 'device' ? null : readState.waiting
}

/**
 * Returns the range of which a part is allowed when a device's value is compared with the picture. A dial without a
 * measuring range has that of the values in its reading settings.
 */
function comparedRangeOf(meter: MeterOfCategory): { start: number; end: number } | null {
  const range = measuringRangeOf(meter)
  if (range !== null || !isAnalog(meter.categoryType)) return range
  const scale = parseScale(meter.settings ?? '')
  if (!scale.ok) return null
  const values = scale.value.map(({ value }) => value)
  return { start: Math.min(...values), end: Math.max(...values) }
}

/** Returns the value, its source and its reasons after the picture was read. A person's value stays. */
export function valueFieldsOf(
  meter: MeterOfCategory,
  reading: Pick<ReadingRecord, 'value' | 'valueSource' | 'deviceValue' | 'reasons'>,
  read: { value: number | null; reasons: readonly string[] },
): Pick<ReadingRecord, 'value' | 'valueSource' | 'reasons'> {
  const { value, valueSource } = reading
  if (isOfPerson(valueSource)) return { value, valueSource, reasons: [...read.reasons] }
  const compared = { ...meter, type: meter.categoryType, range: comparedRangeOf(meter) }
  const counted = countedValue(reading.deviceValue, read.value, modeOf(meter), compared)
  return {
    value: counted.value,
    valueSource: counted.source,
    reasons: [
      ...(counted.source === 'device' ? reading.reasons : []),
      // What the reader says of the picture does not matter for a value that is relied on without it.
      ...(counted.source === 'reader' || counted.reason !== null ? read.reasons : []),
      ...(counted.reason === null ? [] : [counted.reason]),
    ],
  }
}
