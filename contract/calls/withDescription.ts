import * as z from 'zod/mini'

/**
 * A copy of the schema with a description for OpenAPI. `z.describe` is a check, and would validate everything twice.
 */
export function withDescription<S extends z.ZodMiniType>(schema: S, description: string): S {
  const copy = z.clone(schema)
  z.globalRegistry.add(copy, { description })
  return copy
}
