import * as z from 'zod/mini'
import { textLimit } from '../../../../contract/wire.ts'
import { typedValue } from '../../../lib/typedValue.ts'
import { fullTime } from '../../../ui/text/timeWords.ts'

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

export const entryRules = (now: () => number, zone: string) =>
  z.object({
    meterId: z.number(noMeter),
    value: z.string().check(
      z.trim(),
      z.minLength(1, noValue),
      z.maxLength(textLimit),
      z.refine((text) => text === '' || typedValue(text) !== undefined, '数値を入力してください'),
    ),
    measuredAt: z.string(noTime).check(
      z.minLength(1, noTime),
      z.refine((time) => time <= typedTime(now() + 60_000, zone), '未来の日時は登録できません'),
    ),
  })

/** As the picker writes it. */
const typedTime = (time: number, zone: string) => fullTime(time, zone).replaceAll('/', '-')

/** The last minute that can be picked: later today is refused in words. */
export const endOfDay = (now: number, zone: string) =>
  `${typedTime(now, zone).slice(0, 'YYYY-MM-DD'.length)} 23:59:59`

/** A new entry is measured now. */
export const emptyEntry = (meterId: number | undefined, now: number, zone: string): EntryValues => ({
  meterId: meterId ?? null,
  value: '',
  measuredAt: typedTime(now, zone),
  picture: null,
})
