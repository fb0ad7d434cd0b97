import { categoryType } from '../../contract/categories.ts'
import type { CategoryType, ReaderSettings } from '../../reader/core/types.ts'
import { plain } from './conditions.ts'
import { settingsOf } from './settings.ts'
import type { Conditions, Face } from './types.ts'

/** Types of the seeded categories by their number. */
const types: Record<Face['category'], CategoryType> = {
  1: categoryType.circle,
  2: categoryType.square,
  3: categoryType.segment,
  4: categoryType.counter,
  5: categoryType.level,
  6: categoryType.scale,
  7: categoryType.special,
  8: categoryType.other,
  9: categoryType.dot,
}

/** What the reader is told of a face whose reference picture was taken as `view` says. */
export function readerSettingsOf(face: Face, view: Conditions = plain): ReaderSettings {
  return {
    type: types[face.category],
    ...settingsOf(face, view),
    digitNumber: face.digits,
    decimalPoint: face.decimals,
    range: face.range,
    boost: false,
  }
}
