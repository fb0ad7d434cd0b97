import { and, eq, inArray } from 'drizzle-orm'
import { clearsSettings } from '../../../../contract/categories.ts'
import type { MeterBulkChange } from '../../../../contract/import/bulk.ts'
import type { ImportValue } from '../../../../contract/import/columns.ts'
import type { CellChange, PreviewRow } from '../../../../contract/import/preview.ts'
import { Failure } from '../../../api/call.ts'
import type { Tx } from '../../../db/client.ts'
import { meters } from '../../../db/schema.ts'
import { rehearse } from '../../closings/index.ts'
import {
  type Column,
  changeMeter,
  counting,
  fields,
  type Masters,
  mastersOf,
  meterTarget,
  refusalsOf,
  type Stored,
  storedMeters,
} from '../meters.ts'
import type { AppliedRow } from '../target.ts'
import { attempt, type BulkRow, type BulkTarget, missing, refusedBecause } from './bulk-target.ts'
import { closedMonthsText } from './closed-months-text.ts'

const lists = {
  unit: 'units',
  category: 'categories',
  group: 'groups',
  inspection: 'inspections',
  device: 'devices',
  cost_bearer: 'cost_bearers',
} as const satisfies Partial<Record<Column, keyof Masters>>
const listOf = (column: string): keyof Masters | undefined =>
  (lists as Partial<Record<string, keyof Masters>>)[column]

const columnOf = (field: string): Column | undefined =>
  (Object.keys(fields) as Column[]).find((column) => fields[column][0] === field)

/** What is set, by the key of the column. */
function valuesOf(change: MeterBulkChange): [Column, ImportValue][] {
  return Object.entries(change).flatMap(([field, value]): [Column, ImportValue][] => {
    const column = columnOf(field)
    return column === undefined || value === undefined ? [] : [[column, value]]
  })
}

/** Throws if the change refers to what the organization does not have. */
export async function assertReferences(
  tx: Tx,
  organizationId: number,
  change: MeterBulkChange,
): Promise<void> {
  const masters: Masters = await mastersOf(tx, organizationId)
  const issues = valuesOf(change).flatMap(([column, value]) => {
    const list = listOf(column)
    const isKnown = list === undefined || value === null || masters[list]?.some(({ id }) => id === value)
    return isKnown ? [] : [{ path: fields[column][0], message: '存在しない項目が指定されています' }]
  })
  if (issues.length > 0) throw new Failure('reference_unknown', { issues })
}

function previewOf(meter: Stored, values: readonly [Column, ImportValue][], masters: Masters): BulkRow {
  const shown = (column: string, value: ImportValue): string | null => {
    const list = listOf(column)
    if (value === null || list === undefined) return value === null ? null : String(value)
    return masters[list]?.find(({ id }) => id === value)?.name ?? null
  }
  const cells = values.flatMap(([column, after]): CellChange[] => {
    const before = meter[fields[column][1]] as ImportValue
    return before === after ? [] : [{ column, before, after }]
  })
  const row: BulkRow = {
    id: meter.id,
    name: meter.name,
    at: null,
    state: cells.length > 0 ? 'changed' : 'unchanged',
    cells,
    changes: cells.map(({ column, before, after }) => ({
      field: fields[column as Column][0],
      before: shown(column, before),
      after: shown(column, after),
    })),
    message: null,
  }
  if (row.state === 'unchanged') return row
  const type = masters.categories.find(({ id }) =>
    cells.some((cell) => cell.column === 'category' && cell.after === id),
  )?.type
  if (type !== undefined && meter.settings !== null && clearsSettings(meter.categoryType, type))
    return refusedBecause(row, 'AIアシスト設定が消えます。このメーターだけで変更してください')
  const [refusal] = refusalsOf(asPreviewRow(row, 0), meter, masters)
  return refusal ? refusedBecause(row, refusal.message) : row
}

const asPreviewRow = ({ id, cells }: BulkRow, row: number): PreviewRow => ({
  row,
  state: 'changed',
  id,
  cells,
  errors: [],
})

export const bulkMeters: BulkTarget = {
  async preview({ tx, session }, { change, ids }) {
    const byId = new Map((await storedMeters(tx, session.organizationId)).map((meter) => [meter.id, meter]))
    const masters = await mastersOf(tx, session.organizationId)
    const values = valuesOf(change as MeterBulkChange)
    return ids
      .toSorted((a, b) => a - b)
      .map((id) => {
        const meter = byId.get(id)
        return meter === undefined ? missing(id) : previewOf(meter, values, masters)
      })
  },
  async rehearse({ tx, session }, { change }, rows) {
    const values = valuesOf(change as MeterBulkChange)
    if (!values.some(([column]) => counting.has(column))) return new Map()
    const set = Object.fromEntries(values.map(([column, value]) => [fields[column][1], value]))
    const months = await rehearse(
      { tx, session },
      rows.map(({ id }) => id),
      (closed) =>
        tx
          .update(meters)
          .set(set)
          .where(and(eq(meters.organizationId, session.organizationId), inArray(meters.id, [...closed]))),
    )
    return new Map([...months].map(([id, changed]) => [id, closedMonthsText(changed)]))
  },
  async apply(work, _plan, rows) {
    const applied: AppliedRow[] = []
    const refused: BulkRow[] = []
    for (const [index, row] of rows.entries()) {
      const message = await attempt(work.tx, async () => {
        applied.push(await changeMeter(work, asPreviewRow(row, index + 1), row.id, new Map()))
      })
      if (message !== null) refused.push(refusedBecause(row, message))
      await work.note(index + 1)
    }
    return { applied, refused }
  },
  undo: meterTarget.undo,
}
