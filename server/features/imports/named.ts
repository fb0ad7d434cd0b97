import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { costBearers, groups, inspections } from '../../db/schema.ts'
import {
  createCostBearer,
  deleteCostBearer,
  listCostBearers,
  updateCostBearer,
} from '../cost-bearers/index.ts'
import { createGroup, deleteGroup, listGroups, updateGroup } from '../groups/index.ts'
import {
  createInspection,
  deleteInspection,
  listInspections,
  updateInspection,
} from '../inspections/index.ts'
import { recordTarget } from './records.ts'

const text = (value: unknown): string => String(value ?? '')

async function lockRow<T extends typeof groups | typeof inspections | typeof costBearers>(
  tx: Tx,
  table: T,
  organizationId: number,
  id: number,
): Promise<T['$inferSelect'] | undefined> {
  const anyTable: typeof groups | typeof inspections | typeof costBearers = table
  const [row] = await tx
    .select()
    .from(anyTable)
    .where(and(eq(anyTable.organizationId, organizationId), eq(anyTable.id, id)))
    .for('update')
  return row as T['$inferSelect'] | undefined
}

export const groupTarget = recordTarget({
  name: 'groups',
  list: async ({ session, tx }) =>
    (await listGroups(tx, session.organizationId)).map(({ id, name, description }) => ({
      id,
      values: { name, description },
    })),
  add: async ({ session, tx, parts }, { name, description }) => {
    const sent = { name: text(name), description: text(description) }
    return (await createGroup(session, tx, sent, parts.clock())).id
  },
  change: ({ session, tx, parts }, id, { name, description }) =>
    updateGroup(session, tx, id, { name: text(name), description: text(description) }, parts.clock()),
  find: async ({ session, tx }, id) => {
    const row = await lockRow(tx, groups, session.organizationId, id)
    return row === undefined ? null : { name: row.name, description: row.description }
  },
  remove: ({ session, tx, parts }, id) => deleteGroup(session, tx, id, parts.clock()),
})

export const inspectionTarget = recordTarget({
  name: 'inspections',
  list: async ({ session, tx }) =>
    (await listInspections(tx, session.organizationId)).map(({ id, name, contact }) => ({
      id,
      values: { name, contact },
    })),
  add: async ({ session, tx, parts }, { name, contact }) => {
    const sent = { name: text(name), contact: text(contact) }
    return (await createInspection(session, tx, sent, parts.clock())).id
  },
  change: ({ session, tx, parts }, id, { name, contact }) =>
    updateInspection(session, tx, id, { name: text(name), contact: text(contact) }, parts.clock()),
  find: async ({ session, tx }, id) => {
    const row = await lockRow(tx, inspections, session.organizationId, id)
    return row === undefined ? null : { name: row.name, contact: row.contact }
  },
  remove: ({ session, tx, parts }, id) => deleteInspection(session, tx, id, parts.clock()),
})

export const costBearerTarget = recordTarget({
  name: 'cost_bearers',
  list: async ({ session, tx }) =>
    (await listCostBearers(tx, session.organizationId)).map(({ id, name, status }) => ({
      id,
      values: { name, status },
    })),
  add: async ({ session, tx, parts }, { name, status }) => {
    const at = parts.clock()
    const { id } = await createCostBearer(session, tx, text(name), at)
    if (status === 1) await updateCostBearer(session, tx, id, { name: text(name), status }, at)
    return id
  },
  change: ({ session, tx, parts }, id, { name, status }) =>
    updateCostBearer(session, tx, id, { name: text(name), status: status === 1 ? 1 : 0 }, parts.clock()),
  find: async ({ session, tx }, id) => {
    const row = await lockRow(tx, costBearers, session.organizationId, id)
    return row === undefined ? null : { name: row.name, status: row.status }
  },
  remove: ({ session, tx, parts }, id) => deleteCostBearer(session, tx, id, parts.clock()),
})
