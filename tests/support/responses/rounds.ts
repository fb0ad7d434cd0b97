import type { Round, Stop } from '../../../contract/rounds.ts'

/** A meter of a round that nobody has been at. */
export const aStop = (meterId: number, placeNote = ''): Stop => ({
  meter_id: meterId,
  meter_name: `No.${meterId}`,
  place_note: placeNote,
  reading: null,
  skip: null,
})

const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

/** A round that began two hours ago, as in API responses. */
export const aRound = (over: Partial<Round> = {}): Round => {
  const stops = over.stops ?? [aStop(3)]
  return {
    inspection_id: 7,
    inspection_name: '朝の巡回',
    schedule: null,
    assignee: null,
    begins_at: at(-2),
    ends_at: at(22),
    due_at: null,
    is_set_after_due: false,
    done_at: null,
    missed_at: null,
    planned: stops.length,
    captured: 0,
    skipped: 0,
    remaining: stops.length,
    abnormal: 0,
    unsure: 0,
    stops,
    ...over,
  }
}
