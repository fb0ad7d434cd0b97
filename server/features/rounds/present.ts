import type { PastRound, Round, Stop } from '../../../contract/rounds.ts'
import type { Presenter } from '../../presenter.ts'
import type { Period } from './period.ts'
import type { GroupRow, RoundRow } from './repository.ts'
import { countsOf, doneAt, isDoubtful, type StopRow } from './stops.ts'

const person = (id: number | null, username: string | null) =>
  id === null || username === null ? null : { id, username }

const instantOf = (at: Date | number | null, present: Presenter) => (at === null ? null : present.instant(at))

export function presentStop(row: StopRow, present: Presenter): Stop {
  const { reading_id, created_at, skip_key, skip_reason, skipped_at } = row
  return {
    meter_id: row.meter_id,
    meter_name: row.meter_name,
    place_note: row.place_note,
    reading:
      reading_id === null || created_at === null
        ? null
        : {
            id: reading_id,
            value: row.value,
            created_at: present.instant(created_at),
            is_abnormal: row.is_abnormal === true,
            is_unsure: isDoubtful(row),
            read_state: row.read_state,
            thumbnail: present.picture(row.picture, 'thumbnail'),
            user: person(row.reader_id, row.reader_name),
          },
    skip:
      reading_id !== null || skip_key === null || skip_reason === null || skipped_at === null
        ? null
        : {
            key: skip_key,
            reason: skip_reason,
            note: row.skip_note ?? '',
            skipped_at: present.instant(skipped_at),
            user: person(row.skipper_id, row.skipper_name),
          },
    ...(row.retake_at !== null && {
      retake: { requested_by: row.retake_by, requested_at: present.instant(row.retake_at) },
    }),
  }
}

/** A round of now; `stored`: where it is due or something was done in it. */
export const presentRound = (
  group: GroupRow,
  { beginsAt, endsAt, dueAt, isSetAfterDue }: Period,
  stops: readonly StopRow[],
  stored: RoundRow | undefined,
  present: Presenter,
): Round => ({
  inspection_id: group.id,
  inspection_name: group.name,
  schedule: group.schedule,
  assignee: group.assignee,
  begins_at: present.instant(beginsAt),
  ends_at: present.instant(endsAt),
  due_at: instantOf(dueAt, present),
  is_set_after_due: isSetAfterDue,
  done_at: instantOf(doneAt(stops), present),
  missed_at: instantOf(stored?.missedAt ?? null, present),
  ...countsOf(stops),
  stops: stops.map((stop) => presentStop(stop, present)),
})

export const presentPastRound = (row: RoundRow, inspectionName: string, present: Presenter): PastRound => ({
  id: row.id,
  inspection_id: row.inspectionId,
  inspection_name: inspectionName,
  begins_at: present.instant(row.beginsAt),
  ends_at: present.instant(row.endsAt),
  due_at: instantOf(row.dueAt, present),
  done_at: instantOf(row.doneAt, present),
  missed_at: instantOf(row.missedAt, present),
  planned: row.meterIds.length,
  captured: row.captured,
  skipped: row.skipped,
  remaining: row.meterIds.length - row.captured - row.skipped,
  abnormal: row.abnormal,
  unsure: row.unsure,
})
