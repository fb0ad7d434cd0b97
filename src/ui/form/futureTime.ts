import { localOfInstant } from '../text/localTime.ts'

/** Message of the specification. */
export const futureTimeText = '未来の日時は登録できません'

/** Whether a picked time is later than the present minute. */
export const isFutureTime = (local: string, now: number, zone: string): boolean =>
  local > localOfInstant(now + 60_000, zone)

/** The last minute that a calendar offers; a later time today gets an error message instead. */
export const endOfDay = (now: number, zone: string): string =>
  `${localOfInstant(now, zone).slice(0, 'YYYY-MM-DD'.length)} 23:59:59`
