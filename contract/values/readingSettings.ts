import { type CategoryType, categoryType, familyOf } from '../categories.ts'

/** What the reader needs to know about a meter, as far as it is set. */
interface ReadingSettings {
  settings: string | null
  area: string | null
  range: { start: number; end: number } | null
}

const isColumn = (type: CategoryType) => type === categoryType.level || type === categoryType.scale

/** Returns whether meters of a type can be read at all, once they have reading settings. */
export const isReadableType = (type: CategoryType): boolean => isColumn(type) || familyOf(type) !== 'none'

/**
 * Returns whether a meter has reading settings: the settings string, or read position and range for level and scale
 * meters. Other categories cannot be read and never have any.
 */
export function hasReadingSettings(type: CategoryType, { settings, area, range }: ReadingSettings): boolean {
  if (isColumn(type)) return Boolean(area) && range !== null
  return familyOf(type) !== 'none' && Boolean(settings)
}
