import { useQuery } from '@tanstack/react-query'
import type { Meter } from '../../../contract/meters.ts'
import { isReplacement, replacedAtOf, type SavedReplacement } from '../../../offline/rows.ts'
import { knownBefore } from '../live/lastKnown.ts'
import { useAccount } from '../queries/account.ts'
import { metersQuery } from '../queries/meters.ts'
import { grace, heldSince, useHeldBefore, willArrive, withHeld } from './held.ts'
import { useOutboxRows } from './outboxRows.ts'

/** A replacement on this phone that the server's answer does not name yet. */
export interface HeldReplacement extends Pick<SavedReplacement, 'oldEnd' | 'newStart' | 'note'> {
  /** Its key. */
  key: string
  /** Milliseconds since 1970 by the server's clock. */
  at: number
  /** Its receipt has come. */
  arrived: boolean
  /** On the server; null until then. */
  id: number | null
}

type Replaced = Pick<Meter, 'id' | 'replacement'>

/** Of one meter, latest first. `fetchedAt`: of the meter, by the phone's clock. */
export function heldReplacementsOf(
  rows: readonly SavedReplacement[],
  { id: meterId, replacement }: Replaced,
  fetchedAt: number,
): HeldReplacement[] {
  const isNamed = ({ sentAt, replacementId }: SavedReplacement) =>
    sentAt !== null && (replacement?.id === replacementId || fetchedAt > sentAt + grace)
  return rows
    .filter((row) => row.meterId === meterId && willArrive(row) && !isNamed(row))
    .toSorted((a, b) => replacedAtOf(b) - replacedAtOf(a) || b.seq - a.seq)
    .map((row) => ({
      key: row.id,
      at: replacedAtOf(row),
      oldEnd: row.oldEnd,
      newStart: row.newStart,
      note: row.note,
      arrived: row.sentAt !== null,
      id: row.replacementId,
    }))
}

/** Tells what this phone holds of a meter's replacements, latest first. */
export function useReplacementsOf(): (meter: Replaced) => HeldReplacement[] {
  const { organization } = useAccount()
  const rows = useOutboxRows()
  const { dataUpdatedAt } = useQuery(metersQuery)
  const own = rows.filter(isReplacement).filter(({ owner }) => owner.organizationId === organization.id)
  return (meter) => heldReplacementsOf(own, meter, dataUpdatedAt)
}

export const useHeldReplacements = (meter: Replaced): HeldReplacement[] => useReplacementsOf()(meter)

/** The meter with the latest replacement that this phone holds: what is compared begins with its start value. */
export function withReplacements<M extends Pick<Meter, 'id' | 'replacement' | 'evidence'>>(
  meter: M,
  [latest]: readonly HeldReplacement[],
): M {
  if (latest === undefined || sinceOf(meter) > latest.at) return meter
  const replaced_at = new Date(latest.at).toISOString()
  return {
    ...meter,
    evidence: [
      ...meter.evidence.filter(({ created_at }) => Date.parse(created_at) >= latest.at),
      { value: latest.newStart, created_at: replaced_at },
    ],
    replacement: {
      id: latest.id ?? 0,
      meter_id: meter.id,
      replaced_at,
      old_end_value: latest.oldEnd,
      new_start_value: latest.newStart,
      note: latest.note,
      user: null,
      created_at: replaced_at,
    },
  }
}

/**
 * Returns a meter with the replacement and the value that this phone has not sent yet. `at`: as known before that time,
 * milliseconds since 1970.
 */
export function useKnownHere(): (meter: Meter, at?: number) => Meter {
  const replacementsOf = useReplacementsOf()
  const heldBefore = useHeldBefore()
  return (meter, at = Number.POSITIVE_INFINITY) => {
    const earlier = replacementsOf(meter).filter((replacement) => replacement.at < at)
    const replaced = withReplacements(meter, earlier)
    return knownBefore(withHeld(replaced, heldSince(replaced, heldBefore(replaced, at))), at)
  }
}

/** From when on readings are of the meter that is there now; milliseconds since 1970. */
export const sinceOf = ({ replacement }: Pick<Meter, 'replacement'>): number =>
  replacement === null ? Number.NEGATIVE_INFINITY : Date.parse(replacement.replaced_at)

/** Whether a value is what the new meter showed at first. */
export const isStartValue = (meter: Pick<Meter, 'replacement'>, { created_at }: { created_at: string }) =>
  Date.parse(created_at) === sinceOf(meter)
