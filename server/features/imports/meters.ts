import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ImportValue } from '../../../contract/import/columns.ts'
import {
  type CellChange,
  type PreviewRow,
  type References,
  refuseRows,
} from '../../../contract/import/preview.ts'
import { previewRecords } from '../../../contract/import/previewRecords.ts'
import { type MeterCreate, type MeterUpdate, meterEndpoints } from '../../../contract/meters.ts'
import { hasCumulativeMode } from '../../../contract/values/cumulative.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter, type MeterOfCategory, type MeterRecord } from '../../db/meter-lock.ts'
import {
  categories,
  costBearers,
  devices,
  groups,
  inspections,
  meterChanges,
  meters,
  units,
} from '../../db/schema.ts'
import { keepMonthsOf } from '../closings/index.ts'
import { createMeter, emptyFields, updateMeter, validateMeter } from '../meters/index.ts'
import { isCumulativeMeter } from '../readings/index.ts'
import {
  type AppliedRow,
  type ImportRow,
  isEqual,
  otherCalls,
  outcomeOf,
  storing,
  type Target,
  type Work,
} from './target.ts'

/** By the key of the column: the field of the call, and what is stored of it. */
export const fields = {
  code: ['code', 'code'],
  name: ['name', 'name'],
  place_note: ['place_note', 'placeNote'],
  device: ['device_id', 'deviceId'],
  unit: ['meter_unit_id', 'meterUnitId'],
  category: ['meter_category_id', 'meterCategoryId'],
  is_cumulative: ['cumulative_mode', 'cumulativeMode'],
  group: ['meter_group_id', 'meterGroupId'],
  inspection: ['inspection_id', 'inspectionId'],
  parent: ['parent_meter_id', 'parentMeterId'],
  cost_bearer: ['cost_bearer_id', 'costBearerId'],
  customer_number: ['customer_number', 'customerNumber'],
  verification_expires_on: ['verification_expires_on', 'verificationExpiresOn'],
  rounding: ['rounding', 'rounding'],
  multiplier: ['multiplier', 'multiplier'],
  digit_number: ['digit_number', 'digitNumber'],
  decimal_point: ['decimal_point', 'decimalPoint'],
  start_value: ['start_value', 'startValue'],
  end_value: ['end_value', 'endValue'],
  emergency_start_value: ['emergency_start_value', 'emergencyStartValue'],
  emergency_end_value: ['emergency_end_value', 'emergencyEndValue'],
} as const satisfies Record<string, [keyof MeterUpdate, keyof MeterRecord]>
export type Column = keyof typeof fields

/** Fields that an import changes, with those that follow from a change of the category. */
const recorded: readonly (readonly [keyof MeterUpdate, keyof MeterRecord])[] = [
  ...Object.values(fields),
  ['settings', 'settings'],
  ['pins', 'pins'],
]

/** Stored as an empty text. */
const texts: ReadonlySet<string> = new Set(['place_note', 'customer_number'])
/** What usages are computed with. */
export const counting: ReadonlySet<string> = new Set([
  'unit',
  'category',
  'is_cumulative',
  'rounding',
  'multiplier',
  'digit_number',
  'decimal_point',
  'start_value',
  'end_value',
])

export type Stored = MeterOfCategory & { unit: string }
export type Masters = Awaited<ReturnType<typeof mastersOf>>

export const storedMeters = async (tx: Tx, organizationId: number): Promise<Stored[]> => {
  const rows = await tx
    .select({ meter: meters, categoryType: categories.type, unit: units.name })
    .from(meters)
    .innerJoin(categories, eq(categories.id, meters.meterCategoryId))
    .innerJoin(units, eq(units.id, meters.meterUnitId))
    .where(eq(meters.organizationId, organizationId))
  return rows.map(({ meter, ...more }) => ({ ...meter, ...more }))
}

export async function mastersOf(tx: Tx, organizationId: number) {
  const named = (table: typeof groups | typeof inspections) =>
    tx.select({ id: table.id, name: table.name }).from(table).where(eq(table.organizationId, organizationId))
  return {
    devices: await tx
      .select({ id: devices.id, name: devices.name })
      .from(devices)
      .where(and(eq(devices.organizationId, organizationId), isNull(devices.deletedAt))),
    units: await tx.select({ id: units.id, name: units.name, status: units.status }).from(units),
    categories: await tx
      .select({ id: categories.id, name: categories.name, status: categories.status, type: categories.type })
      .from(categories),
    groups: await named(groups),
    inspections: await named(inspections),
    cost_bearers: await tx
      .select({ id: costBearers.id, name: costBearers.name, status: costBearers.status })
      .from(costBearers)
      .where(eq(costBearers.organizationId, organizationId)),
  }
}

function valuesOf(meter: Stored): Record<string, ImportValue> {
  const values = Object.entries(fields).map(([column, [, stored]]): [string, ImportValue] => [
    column,
    meter[stored],
  ])
  return { ...Object.fromEntries(values), is_cumulative: isCumulativeMeter(meter) }
}

/** A meter as it would be: what is stored, if it is, with the cells that change. */
function changedMeter(row: PreviewRow, before: Stored | undefined, masters: Masters) {
  const changes: Record<string, ImportValue> = {}
  for (const { column, after } of row.cells)
    if (column !== 'is_cumulative') changes[fields[column as Column][1]] = after
  const change = changes as Partial<MeterRecord>
  const id = change.meterCategoryId ?? before?.meterCategoryId
  const isOther = before !== undefined && before.meterCategoryId !== id
  const meter = { ...(before ?? emptyMeter), ...change, ...(isOther && { settings: null, pins: null }) }
  return {
    meter,
    change,
    categoryType: masters.categories.find((category) => category.id === id)?.type,
    unit: masters.units.find((unit) => unit.id === meter.meterUnitId)?.name ?? '',
  }
}

/** A meter of which nothing is known yet. */
const emptyMeter = {
  ...emptyFields,
  cumulativeMode: 'auto' as const,
  meterCategoryId: 0,
  meterUnitId: 0,
}

/** By the key of the column: the list in which rows can be disabled. */
const choices = { unit: 'units', category: 'categories', cost_bearer: 'cost_bearers' } as const
const isChoice = (column: string): column is keyof typeof choices => column in choices

/** What the call that stores the meter would refuse. */
export function refusalsOf(
  row: PreviewRow,
  before: Stored | undefined,
  masters: Masters,
): { column: string | null; message: string }[] {
  const { meter, change, categoryType, unit } = changedMeter(row, before, masters)
  if (categoryType === undefined) return []
  const disabled = row.cells.filter(
    ({ column, after }) =>
      isChoice(column) && masters[choices[column]].some(({ id, status }) => id === after && status !== 0),
  )
  const counts = row.cells.find(({ column }) => column === 'is_cumulative')?.after
  const isFixed = counts !== undefined && !hasCumulativeMode(categoryType)
  const wrong = isFixed && counts !== isCumulativeMeter({ ...meter, categoryType, unit })
  return [
    ...disabled.map(({ column }) => ({ column, message: '無効になっているため選択できません' })),
    ...(wrong ? [{ column: 'is_cumulative', message: 'このメーター種別では積算を変更できません' }] : []),
    ...validateMeter(meter, categoryType, change).map(({ path, message }) => ({
      column: path in fields ? path : null,
      message,
    })),
  ]
}

/** The fields of the call that stores a row. `idOf`: of a meter that the file adds, by the number of its row. */
function sentOf(cells: readonly CellChange[], idOf: (row: number) => number | undefined): MeterUpdate {
  const sent = cells.flatMap(({ column, after }): [string, unknown][] => {
    const [field] = fields[column as Column]
    if (column === 'is_cumulative') return [[field, after === true ? 'yes' : 'no']]
    if (after === null && texts.has(column)) return [[field, '']]
    if (column === 'parent' && typeof after === 'number' && after < 0) return [[field, idOf(-after)]]
    return [[field, after]]
  })
  return Object.fromEntries(sent)
}

const wireFields = (meter: MeterRecord): Record<string, unknown> =>
  Object.fromEntries(recorded.map(([field, stored]) => [field, meter[stored]]))

/** Parents that the file adds come before their children. */
function parentsFirst(rows: readonly PreviewRow[]): PreviewRow[] {
  const left = new Map(rows.map((row) => [row.row, row]))
  const sorted: PreviewRow[] = []
  const visit = (row: PreviewRow): void => {
    left.delete(row.row)
    const parent = row.cells.find(({ column }) => column === 'parent')?.after
    const above = typeof parent === 'number' && parent < 0 ? left.get(-parent) : undefined
    if (above !== undefined) visit(above)
    sorted.push(row)
  }
  for (const row of rows) if (left.has(row.row)) visit(row)
  return sorted
}

async function add(work: Work, row: PreviewRow, added: ReadonlyMap<number, number>): Promise<AppliedRow> {
  const { parts, session, tx } = work
  const parent = row.cells.find(({ column }) => column === 'parent')?.after
  return storing(row.row, async () => {
    if (typeof parent === 'number' && parent < 0 && !added.has(-parent)) {
      const message = '親メーターが循環しています'
      throw new Failure('validation_failed', { issues: [{ path: 'parent_meter_id', message }] })
    }
    const sent = meterEndpoints.createMeter.body.parse(sentOf(row.cells, (number) => added.get(number)))
    const subjectId = await createMeter(parts, session, tx, sent satisfies MeterCreate)
    return { row: row.row, subjectId, before: null, after: sent }
  })
}

export async function changeMeter(
  work: Work,
  row: PreviewRow,
  id: number,
  added: ReadonlyMap<number, number>,
): Promise<AppliedRow> {
  const { parts, session, tx } = work
  return storing(row.row, async () => {
    const before = await lockMeter(tx, session.organizationId, id)
    if (before === undefined) throw new Failure('not_found')
    const sent = meterEndpoints.updateMeter.body.parse(sentOf(row.cells, (number) => added.get(number)))
    const act = () => updateMeter(parts, session, tx, id, sent)
    if (row.cells.some(({ column }) => counting.has(column))) await keepMonthsOf({ tx, session }, id, act)
    else await act()
    const after = await lockMeter(tx, session.organizationId, id)
    if (after === undefined) throw new Failure('not_found')
    const [had, has] = [wireFields(before), wireFields(after)]
    const changed = Object.keys(has).filter((field) => !isEqual(had[field], has[field]))
    const pick = (from: Record<string, unknown>) =>
      Object.fromEntries(changed.map((field) => [field, from[field] ?? null]))
    return { row: row.row, subjectId: id, before: pick(had), after: pick(has) }
  })
}

/** Restores a meter that an import changed, unless somebody has changed the same fields since. */
async function restore(work: Work, { subjectId, before, after }: ImportRow): Promise<ImportRow['outcome']> {
  const { parts, session, tx } = work
  const now = await lockMeter(tx, session.organizationId, subjectId)
  if (now === undefined) return 'impossible'
  const fieldsNow = wireFields(now)
  if (!Object.entries(after).every(([field, value]) => isEqual(fieldsNow[field], value))) return 'changed'
  const sent = { ...before } as MeterUpdate
  return outcomeOf(tx, () =>
    keepMonthsOf({ tx, session }, subjectId, () => updateMeter(parts, session, tx, subjectId, sent)),
  )
}

/** Deletes a meter that an import added, unless it was changed since or is in use. */
async function remove(tx: Tx, importId: number, id: number): Promise<NonNullable<ImportRow['outcome']>> {
  if ((await tx.$count(meterChanges, eq(meterChanges.meterId, id))) > 1) return 'changed'
  const { rows } = await tx.execute<{ done: boolean }>(
    sql`select delete_imported_meter(${importId}::bigint, ${id}::bigint) as done`,
  )
  return rows[0]?.done === true ? 'reversed' : 'impossible'
}

export const meterTarget: Target = {
  name: 'meters',
  async preview({ tx, session }, imported) {
    const { organizationId } = session
    const stored = await storedMeters(tx, organizationId)
    const masters = await mastersOf(tx, organizationId)
    const references = { ...masters, meters: stored } satisfies References
    const records = stored.map((meter) => ({ id: meter.id, values: valuesOf(meter) }))
    const byId = new Map(stored.map((meter) => [meter.id, meter]))
    const compared = previewRecords({ ...imported, references }, records)
    await otherCalls()
    const preview = refuseRows(compared, (row) =>
      refusalsOf(row, row.id === null ? undefined : byId.get(row.id), masters),
    )
    return { preview, references }
  },
  async apply(work, rows) {
    const added = new Map<number, number>()
    const applied: AppliedRow[] = []
    const keep = async (row: AppliedRow) => {
      applied.push(row)
      await work.note(applied.length)
    }
    for (const row of parentsFirst(rows.filter(({ state }) => state === 'new'))) {
      const one = await add(work, row, added)
      added.set(row.row, one.subjectId)
      await keep(one)
    }
    for (const row of rows) {
      if (row.state === 'changed' && row.id !== null) await keep(await changeMeter(work, row, row.id, added))
    }
    return applied
  },
  async undo(work, importId, rows) {
    const outcomes = new Map<number, NonNullable<ImportRow['outcome']>>()
    const keep = async ({ row }: ImportRow, outcome: ImportRow['outcome']) => {
      outcomes.set(row, outcome ?? 'impossible')
      await work.note(outcomes.size)
    }
    for (const row of rows.filter(({ before }) => before !== null)) await keep(row, await restore(work, row))
    // Again as long as some are deleted: a parent can be deleted after its children.
    let left = rows.filter(({ before }) => before === null)
    for (let isMore = left.length > 0; isMore; ) {
      const kept: ImportRow[] = []
      for (const row of left.toReversed()) {
        const outcome = await remove(work.tx, importId, row.subjectId)
        await keep(row, outcome)
        if (outcome === 'impossible') kept.unshift(row)
      }
      isMore = kept.length > 0 && kept.length < left.length
      left = kept
    }
    return outcomes
  },
}
