import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import { textLimit } from '../../../text/limits.ts'

export const nameField = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(textLimit), oneLine)

export const descriptionField = z.string().check(z.maxLength(textLimit))
