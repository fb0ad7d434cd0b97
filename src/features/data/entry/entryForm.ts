import * as z from 'zod/mini'
import { textLimit } from '../../../../contract/wire.ts'
import { typedValue } from '../../../lib/typedValue.ts'
import { fullTime } from '../../../ui/timeWords.ts'

/** What a person types; numbers stay text until they are sent. */
export interface EntryValues {
  meterId: number | null
  value: string
  /** `YYYY-MM-DD HH:mm:ss` where the organization is. */
  measuredAt: string | null
  picture: Blob | null
}

/** The texts of the documents. */
const noMeter = 'メーターを選択してください'
const noValue = '測定値を入力してください'
const noTime = '測定日時を選択してください'

export const entryRules = z.object({
  meterId: z.number(noMeter),
  value: z.string().check(
    z.trim(),
    z.minLength(1, noValue),
    z.maxLength(textLimit),
    z.refine((text) => text === '' || typedValue(text) !== undefined, '数値を入力してください'),
  ),
  measuredAt: z.string(noTime).check(z.minLength(1, noTime)),
})

/** A new entry is measured now. */
export const emptyEntry = (meterId: number | undefined, now: number, zone: string): EntryValues => ({
  meterId: meterId ?? null,
  value: '',
  measuredAt: fullTime(now, zone).replaceAll('/', '-'),
  picture: null,
})
