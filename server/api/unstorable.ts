/** Whether PostgreSQL can store a text: it has no NUL and no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The text with what PostgreSQL cannot store replaced. */
export const toStorable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** Levels of a body that are searched; schemas refuse or drop deeper ones. */
export const maxLevels = 8

/**
 * Replaces what PostgreSQL cannot store in the texts of a parsed JSON body, in place. Returns whether there was any.
 * Firmware sends whole buffers as texts, with the NUL at their end.
 */
export function replaceUnstorable(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || level >= maxLevels)
    return false
  let replaced = false
  for (const key of Object.keys(value)) {
    const one: unknown = Reflect.get(value, key)
    if (typeof one === 'string' && !isStorable(one)) {
      Reflect.set(value, key, toStorable(one))
      replaced = true
    } else if (replaceUnstorable(one, level + 1)) {
      replaced = true
    }
  }
  return replaced
}
