import type { FastifySerializerCompiler } from 'fastify'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { compiled } from './compiled.ts'

/** Checks an answer against the contract. It is parsed, not encoded: answers have no codec, and encoding checks twice. */
export const serializerCompiler: FastifySerializerCompiler<$ZodType> = ({ schema, method, url }) => {
  const answer = compiled(schema)
  return (data) => {
    const result = safeParse(answer, data)
    if (result.error) throw new ResponseSerializationError(method, url, { cause: result.error })
    return JSON.stringify(result.data)
  }
}
