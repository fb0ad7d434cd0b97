import type { Round, Stop } from '../../../contract/rounds.ts'
import type { Walk, WalkStop } from '../rounds/walk.ts'

export interface ShownStop extends Stop {
  /** On this phone only. */
  unsent: boolean
}

export interface ShownRound extends Round {
  stops: ShownStop[]
  unsent: number
}

/** Id of a reading that the server's answer does not name yet. */
export const unnamed = 0

const sent = (stop: Stop): ShownStop => ({ ...stop, unsent: false })

/** A round with what this phone holds of it. */
export function heldRound(round: Round, walk: Walk | undefined): ShownRound {
  const held = new Map(walk?.stops.filter((stop) => stop.held).map((stop) => [stop.meter.id, stop]))
  if (held.size === 0) return { ...round, stops: round.stops.map(sent), unsent: 0 }
  const stops = round.stops.map((stop) => heldStop(stop, held.get(stop.meter_id)))
  const count = (is: (stop: ShownStop) => boolean) => stops.filter(is).length
  const captured = count(({ reading }) => reading !== null)
  const skipped = count(({ skip }) => skip !== null)
  return {
    ...round,
    stops,
    captured,
    skipped,
    remaining: round.planned - captured - skipped,
    abnormal: count(({ reading }) => reading?.is_abnormal === true),
    unsure: count(({ reading }) => reading?.is_unsure === true),
    unsent: count(({ unsent }) => unsent),
  }
}

function heldStop(stop: Stop, held: WalkStop | undefined): ShownStop {
  if (held?.reading) {
    const { value, at, abnormal, unsure, state } = held.reading
    const reading = {
      id: unnamed,
      value,
      created_at: new Date(at).toISOString(),
      is_abnormal: abnormal,
      is_unsure: unsure,
      read_state: state,
      thumbnail: null,
      user: null,
    }
    return { ...stop, reading, skip: null, retake: undefined, unsent: held.unsent }
  }
  if (held?.skip) {
    const { key, reason, note, at } = held.skip
    return {
      ...stop,
      skip: { key, reason, note, skipped_at: new Date(at).toISOString(), user: null },
      unsent: held.unsent,
    }
  }
  return held ? { ...stop, reading: null, skip: null, unsent: held.unsent } : sent(stop)
}
