import * as z from 'zod/mini'
import { id, requiredText } from '../../contract/calls/wire.ts'

/** Search params. Invalid values are dropped. */
export const anId = z.catch(z.optional(id), undefined)
export const optionalText = z.catch(z.optional(requiredText), undefined)
export const optionalIds = z.catch(z.optional(z.array(id).check(z.minLength(1))), undefined)
