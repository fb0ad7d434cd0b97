import type { ShownStop } from '../../lib/held/heldRound.ts'

/** Stops in the order of a draft; a meter that has come meanwhile follows, one that has gone is left out. */
export function inOrder(stops: readonly ShownStop[], draft: readonly number[]): ShownStop[] {
  const places = new Map(draft.map((id, index) => [id, index]))
  const place = ({ meter_id }: ShownStop) => places.get(meter_id) ?? draft.length
  return stops.toSorted((a, b) => place(a) - place(b))
}

export const idsOf = (stops: readonly ShownStop[]): number[] => stops.map(({ meter_id }) => meter_id)

export const isSameOrder = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])
