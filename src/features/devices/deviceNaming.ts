import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import { textLimit } from '../../../text/limits.ts'

const text = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(textLimit), oneLine)

export const deviceNameSchema = text('端末名を入力してください')
export const serialNumberSchema = text('シリアル番号を入力してください')
