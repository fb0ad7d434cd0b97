import type { Consumption, Shown } from '../../../contract/values/consumption.ts'
import type { Tx } from '../../db/client.ts'
import {
  type CountedReading,
  type Counter,
  consumptionOf,
  findPredecessors,
  hasKnownTime,
  type TimeMark,
} from './predecessors.ts'

/** Batches that are held until the reading before each of their rows has come. */
export const maxHeldBatches = 20

interface Stream {
  tx: Tx
  organizationId: number
  counters: ReadonlyMap<number, Counter>
  sort: 'asc' | 'desc'
  /** Between two rows of a meter there is no other reading of it. */
  isConsecutive: boolean
  maxHeld: number
}

/** By reading, where there is one before. */
type Consumptions = ReadonlyMap<number, Consumption>

interface Batch<Row> {
  rows: Row[]
  before: Map<number, Shown>
  /** Of counters, with a value, whose reading before has not come. */
  open: Map<number, CountedReading>
}

/**
 * Batches of rows, with what was consumed since the reading before each. That one mostly comes with the stream itself;
 * what does not is looked up, with one query a batch.
 */
export async function* withConsumptions<Row extends CountedReading & { timeMark: TimeMark }>(
  { tx, organizationId, counters, sort, isConsecutive, maxHeld }: Stream,
  fetch: () => Promise<Row[]>,
): AsyncGenerator<{ rows: Row[]; consumptions: Consumptions }, void> {
  const held: Batch<Row>[] = []
  /** The last row of each meter, and its batch. */
  const last = new Map<number, { row: Row; batch: Batch<Row> }>()
  const mayComeLater = isConsecutive && sort === 'desc'

  const note = (row: Row, batch: Batch<Row>) => {
    if (row.value === null || !hasKnownTime(row.timeMark) || !counters.has(row.meterId)) return
    batch.open.set(row.id, row)
    if (!isConsecutive) return
    const other = last.get(row.meterId)
    const [later, earlier] = sort === 'desc' ? [other, row] : [{ row, batch }, other?.row]
    if (later !== undefined && earlier !== undefined) resolve(later, earlier)
    last.set(row.meterId, { row, batch })
  }
  const resolve = (later: { row: Row; batch: Batch<Row> }, { value, at }: Row) => {
    if (value === null || !later.batch.open.delete(later.row.id)) return
    later.batch.before.set(later.row.id, { value, at })
  }

  for (;;) {
    const rows = await fetch()
    const isOver = rows.length === 0
    if (!isOver) {
      const batch: Batch<Row> = { rows, before: new Map(), open: new Map() }
      held.push(batch)
      for (const row of rows) note(row, batch)
    }
    while (held[0] && (isOver || held[0].open.size === 0 || !mayComeLater || held.length > maxHeld)) {
      const { rows: done, before, open } = held[0]
      held.shift()
      const found = await findPredecessors(tx, organizationId, [...open.values()])
      open.clear()
      yield {
        rows: done,
        consumptions: consumptionsOf(done, (id) => before.get(id) ?? found.get(id), counters),
      }
    }
    if (isOver) return
  }
}

function consumptionsOf(
  rows: readonly CountedReading[],
  beforeOf: (id: number) => Shown | undefined,
  counters: ReadonlyMap<number, Counter>,
): Consumptions {
  const consumptions = new Map<number, Consumption>()
  for (const row of rows) {
    const consumption = consumptionOf(row, beforeOf(row.id), counters.get(row.meterId))
    if (consumption !== null) consumptions.set(row.id, consumption)
  }
  return consumptions
}
