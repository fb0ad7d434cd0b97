import * as z from 'zod/mini'

/**
 * A copy that the API’s document explains in these words. `z.describe` is a check: with one, whatever it stands on
 * would be gone through twice in each answer.
 */
export function described<S extends z.ZodMiniType>(schema: S, description: string): S {
  const copy = z.clone(schema)
  z.globalRegistry.add(copy, { description })
  return copy
}
