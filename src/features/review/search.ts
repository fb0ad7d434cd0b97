import * as z from 'zod/mini'
import { anId } from '../../lib/searchParams.ts'

/** Search params of 要確認. `reading`: comes first, because a person came from it. */
export const reviewSearch = z.object({ reading: anId })
