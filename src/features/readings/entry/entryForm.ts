import * as z from 'zod/mini'
import type { Meter } from '../../../../contract/meters.ts'
import { textLimit } from '../../../../text/limits.ts'
import { futureTimeText, isFutureTime } from '../../../ui/form/futureTime.ts'
import { localOfInstant } from '../../../ui/text/localTime.ts'
import { parseNumberValue } from '../../../ui/text/parseNumber.ts'

/** Numbers stay text until sent. */
export interface EntryValues {
  meterId: number | null
  value: string
  /** `YYYY-MM-DD HH:mm:ss` in the organization's zone. */
  measuredAt: string | null
  picture: Blob | null
}

/** Texts of the specification. */
const noMeter = 'メーターを選択してください'
const noValue = '測定値を入力してください'
const noTime = '測定日時を選択してください'

export const entrySchema = (now: () => number, zone: string) =>
  z.object({
    meterId: z.number(noMeter),
    value: z.string().check(
      z.trim(),
      z.minLength(1, noValue),
      z.maxLength(textLimit),
      z.refine((text) => text === '' || parseNumberValue(text) !== undefined, '数値を入力してください'),
    ),
    measuredAt: z.string(noTime).check(
      z.minLength(1, noTime),
      z.refine((time) => !isFutureTime(time, now(), zone), futureTimeText),
    ),
  })

export const emptyEntry = (meterId: number | undefined, now: number, zone: string): EntryValues => ({
  meterId: meterId ?? null,
  value: '',
  measuredAt: localOfInstant(now, zone),
  picture: null,
})

/** Whether the meter has a later reading or replacement, so that its newest value is not the previous one. */
export const isEarlier = (
  { last_reading: last, evidence }: Pick<Meter, 'last_reading' | 'evidence'>,
  measuredAt: string,
  zone: string,
): boolean =>
  [last, ...evidence].some(
    (known) => known !== null && measuredAt <= localOfInstant(Date.parse(known.created_at), zone),
  )
