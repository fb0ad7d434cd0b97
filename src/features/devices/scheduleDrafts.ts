import * as z from 'zod/mini'
import {
  defaultScheduleRow,
  formatScheduleRows,
  parseHour,
  type ScheduleDay,
  type ScheduleRow,
  scheduleText,
} from '../../../contract/time/schedules.ts'

/** A row of the editor; empty: not chosen yet. */
export interface ScheduleDraft {
  day: ScheduleDay | ''
  hour: string
  minute: string
}

export const emptyDraft: ScheduleDraft = { day: '', hour: '', minute: '' }

export const toDraft = ({ day, hour, minute }: ScheduleRow): ScheduleDraft => ({
  day,
  hour: String(hour),
  minute: String(minute),
})

export const defaultDrafts: readonly ScheduleDraft[] = [toDraft(defaultScheduleRow)]

const toRow = ({ day, hour, minute }: ScheduleDraft): ScheduleRow | null =>
  day === '' || hour === '' || minute === '' ? null : { day, hour: parseHour(hour), minute: Number(minute) }

export const isComplete = (draft: ScheduleDraft): boolean => toRow(draft) !== null

/** The cron text of complete rows. */
export const cronsOfDrafts = (drafts: readonly ScheduleDraft[]): string =>
  formatScheduleRows(drafts.map(toRow).filter((row) => row !== null))

const chosen = z.string().check(z.minLength(1, '未入力です'))

export const scheduleDraftsSchema = z
  .array(z.object({ day: chosen, hour: chosen, minute: chosen }))
  .check((context) => {
    // Rows that are not complete say so themselves.
    if (!context.value.every((draft) => isComplete(draft as ScheduleDraft))) return
    const result = scheduleText.safeParse(cronsOfDrafts(context.value as ScheduleDraft[]))
    for (const { message } of result.error?.issues ?? [])
      context.issues.push({ code: 'custom', message, input: context.value })
  })
