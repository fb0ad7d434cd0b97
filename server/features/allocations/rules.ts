import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { AllocationRule, AllocationRuleUpdate } from '../../../contract/usage/allocations.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter } from '../../db/meter-lock.ts'
import {
  costBearers,
  meterAllocationShares,
  meterAllocations,
  meterChanges,
  meters,
} from '../../db/schema.ts'
import { countersOf } from '../readings/index.ts'

type Shares = AllocationRule['shares']
type RuleRow = Pick<typeof meterAllocations.$inferSelect, 'id' | 'fromMonth' | 'method'>
/** A rule with the names of its cost bearers. */
interface Rule extends RuleRow {
  shares: (Shares[number] & { name: string })[]
}

/** Newest first. */
async function rulesOf(tx: Tx, organizationId: number, meterId: number): Promise<Rule[]> {
  const rows = await tx
    .select({
      id: meterAllocations.id,
      fromMonth: meterAllocations.fromMonth,
      method: meterAllocations.method,
      share: {
        cost_bearer_id: meterAllocationShares.costBearerId,
        percent: meterAllocationShares.percent,
      },
      name: costBearers.name,
    })
    .from(meterAllocations)
    .leftJoin(meterAllocationShares, eq(meterAllocationShares.allocationId, meterAllocations.id))
    .leftJoin(costBearers, eq(costBearers.id, meterAllocationShares.costBearerId))
    .where(and(eq(meterAllocations.organizationId, organizationId), eq(meterAllocations.meterId, meterId)))
    .orderBy(desc(meterAllocations.fromMonth), meterAllocationShares.costBearerId)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofRule) => {
    const shares = ofRule.flatMap(({ share, name }) => (share && name !== null ? { ...share, name } : []))
    return ofRule.slice(0, 1).map(({ id, fromMonth, method }) => ({ id, fromMonth, method, shares }))
  })
}

const present = ({ fromMonth, method, shares }: Rule): AllocationRule => ({
  from_month: fromMonth,
  method,
  shares: shares.map(({ cost_bearer_id, percent }) => ({ cost_bearer_id, percent })),
})

export async function listRules(tx: Tx, organizationId: number, meterId: number): Promise<AllocationRule[]> {
  const own = and(eq(meters.organizationId, organizationId), eq(meters.id, meterId))
  if ((await tx.$count(meters, own)) === 0) throw new Failure('not_found')
  return (await rulesOf(tx, organizationId, meterId)).map(present)
}

interface Which {
  meterId: number
  /** The first month of the rule. */
  month: string
}

/** Adds the rule that begins at a month, or takes the place of the one that does. */
export async function setRule(
  session: Session,
  tx: Tx,
  { meterId, month }: Which,
  { method, shares }: AllocationRuleUpdate,
  at: Date,
): Promise<AllocationRule> {
  const { organizationId } = session
  const rules = await lockedRules(tx, organizationId, meterId)
  if (method === 'usage') await assertAllocable(tx, organizationId, meterId)
  const keptIds = rules.flatMap((rule) => rule.shares.map(({ cost_bearer_id: id }) => id))
  if (method !== 'none') await assertCounter(tx, organizationId, meterId)
  await assertCostBearers(tx, organizationId, shares, keptIds)
  const before = rules.find(({ fromMonth }) => fromMonth === month)
  if (before !== undefined) await tx.delete(meterAllocations).where(eq(meterAllocations.id, before.id))
  const [row] = await tx
    .insert(meterAllocations)
    .values({ organizationId, meterId, fromMonth: month, method })
    .returning()
  if (row === undefined) throw new Error('a rule was not stored')
  if (shares.length > 0) {
    await tx.insert(meterAllocationShares).values(
      shares.map(({ cost_bearer_id: costBearerId, percent }) => ({
        allocationId: row.id,
        organizationId,
        costBearerId,
        percent,
      })),
    )
  }
  const after = (await rulesOf(tx, organizationId, meterId)).find(({ id }) => id === row.id)
  if (after === undefined) throw new Error('a rule was not found')
  await record(session, tx, meterId, { before: before ? told(before) : {}, after: told(after), at })
  return present(after)
}

export async function deleteRule(
  session: Session,
  tx: Tx,
  { meterId, month }: Which,
  at: Date,
): Promise<void> {
  const rules = await lockedRules(tx, session.organizationId, meterId)
  const rule = rules.find(({ fromMonth }) => fromMonth === month)
  if (rule === undefined) throw new Failure('not_found')
  await tx.delete(meterAllocations).where(eq(meterAllocations.id, rule.id))
  await record(session, tx, meterId, { before: told(rule), after: {}, at })
}

async function lockedRules(tx: Tx, organizationId: number, meterId: number): Promise<Rule[]> {
  if ((await lockMeter(tx, organizationId, meterId)) === undefined) throw new Failure('not_found')
  return rulesOf(tx, organizationId, meterId)
}

const refused = (path: string, message: string) =>
  new Failure('validation_failed', { issues: [{ path, message }] })

async function assertCounter(tx: Tx, organizationId: number, meterId: number): Promise<void> {
  if (!(await countersOf(tx, organizationId, [meterId])).has(meterId))
    throw refused('method', '積算しないメーターの使用量は按分できません')
}

/** Children may come and go later: then the month says why it is not allocated. */
async function assertAllocable(tx: Tx, organizationId: number, meterId: number): Promise<void> {
  const rows = await tx
    .select({ id: meters.id, name: meters.name, unitId: meters.meterUnitId, parentId: meters.parentMeterId })
    .from(meters)
    .where(
      and(
        eq(meters.organizationId, organizationId),
        or(eq(meters.id, meterId), eq(meters.parentMeterId, meterId)),
      ),
    )
  const own = rows.find(({ id }) => id === meterId)
  const below = rows.filter(({ parentId }) => parentId === meterId)
  const counters = await countersOf(
    tx,
    organizationId,
    below.map(({ id }) => id),
  )
  const children = below.filter(({ id }) => counters.has(id))
  if (children.length === 0)
    throw refused('method', '子メーターがありません。先に子メーターを登録してください')
  const other = children.find(({ unitId }) => unitId !== own?.unitId)
  if (other !== undefined) throw refused('method', `子メーター「${other.name}」の単位が異なります`)
}

/** `keptIds`: those that the meter's rules name already, which may have been disabled since. */
async function assertCostBearers(
  tx: Tx,
  organizationId: number,
  shares: Shares,
  keptIds: readonly number[],
): Promise<void> {
  const ids = shares.map((share) => share.cost_bearer_id)
  const rows = await tx
    .select({ id: costBearers.id, name: costBearers.name, status: costBearers.status })
    .from(costBearers)
    .where(and(eq(costBearers.organizationId, organizationId), inArray(costBearers.id, ids)))
  if (rows.length < ids.length) {
    const message = '存在しない負担先が指定されています'
    throw new Failure('reference_unknown', { issues: [{ path: 'shares', message }] })
  }
  const disabled = rows.find(({ id, status }) => status === 1 && !keptIds.includes(id))
  if (disabled !== undefined)
    throw refused('shares', `「${disabled.name}」は無効になっているため選択できません`)
}

const record = async (
  { organizationId, userId }: Session,
  tx: Tx,
  meterId: number,
  change: Pick<typeof meterChanges.$inferInsert, 'before' | 'after'> & { at: Date },
): Promise<void> => {
  await tx.insert(meterChanges).values({ organizationId, meterId, userId, action: 'update', ...change })
}

const told = ({ fromMonth, method, shares }: Rule) => ({
  allocation_from: fromMonth,
  allocation_method: method,
  ...(method === 'shares' && {
    allocation_shares: Object.fromEntries(shares.map(({ name, percent }) => [name, `${percent}%`])),
  }),
})
