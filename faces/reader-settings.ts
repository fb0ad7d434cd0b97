import { categoryType } from '../contract/categories.ts'
import type { CategoryType, ReaderSettings } from '../reader/core/types.ts'
import { plain } from './conditions.ts'
import { settingsOf } from './settings.ts'
import type { Conditions, Face } from './types.ts'

/** Of the seeded categories by id. */
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

/** The reader's settings of a face whose reference picture was taken under `view`. */
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
