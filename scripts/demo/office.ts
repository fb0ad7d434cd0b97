import { and, asc, eq } from 'drizzle-orm'
import { addMonths } from '../../contract/closing/closingDates.ts'
import type { Tx } from '../../server/db/client.ts'
import {
  closingCycleMeters,
  closingCycles,
  costBearers,
  meterAllocations,
  meters,
} from '../../server/db/schema.ts'
import type { DemoMeter } from './meters.ts'
import type { Location } from './plant.ts'
import { dayOf } from './schedule.ts'

const bearers = ['総務部', '製造部', '食堂（委託）'] as const

interface OfficeFields {
  bearer: (typeof bearers)[number]
  customerNumber?: string
  /** Days until its verification ends. */
  verifiedDays: number
}

interface ClosedCounter extends OfficeFields {
  /** Usage before 2026, relative to later. */
  before2026: number
}

/** What the office knows of the counters that it closes each month, by face. */
export const closedCounters: ReadonlyMap<string, ClosedCounter> = new Map([
  [
    'energy-main',
    { bearer: '製造部', customerNumber: '02-1234-5678-90', verifiedDays: 2100, before2026: 0.94 },
  ],
  ['energy-old-wing', { bearer: '総務部', verifiedDays: 38, before2026: 1.12 }],
  [
    'city-gas',
    { bearer: '食堂（委託）', customerNumber: '11-0456-7890', verifiedDays: 1240, before2026: 0.86 },
  ],
  ['water-main', { bearer: '総務部', customerNumber: '3-555-0101', verifiedDays: 930, before2026: 1.04 }],
  ['well-water', { bearer: '製造部', verifiedDays: 1630, before2026: 0.97 }],
])

/** The meter that supplies the submeters. */
export const supply = 'energy-main'

export interface Submeter extends OfficeFields {
  name: string
  note: string
  /** Reading at the start of 2026 in Japan. */
  start: number
  /** Part of what the meter counts that supplies it. Nobody measures the rest. */
  share: number
}

/** Counters without a camera: somebody writes them down at the end of the month. */
export const submeters = [
  {
    name: '本館1階 電力量計',
    note: '1階 電気室の右の盤',
    bearer: '製造部',
    verifiedDays: 1500,
    start: 52_310.4,
    share: 0.4,
  },
  {
    name: '本館2階 電力量計',
    note: '2階 給湯室の向かい',
    bearer: '総務部',
    verifiedDays: 3600,
    start: 61_870.2,
    share: 0.32,
  },
  {
    name: '本館3階 電力量計',
    note: '3階 倉庫の中、鍵は守衛室',
    bearer: '食堂（委託）',
    verifiedDays: 720,
    start: 33_905.9,
    share: 0.21,
  },
] as const satisfies readonly Submeter[]

/** Digits of the submeters, decimals included. */
export const submeterDigits = { digits: 6, decimals: 1 }

const prefixes: Record<Location['group'], string> = { air: 'A', water: 'W', power: 'E', gas: 'G' }

/** 管理番号, counted within each group. */
function codesOf(groups: readonly Location['group'][]): string[] {
  const counted = new Map<string, number>()
  return groups.map((group) => {
    const number = (counted.get(group) ?? 0) + 1
    counted.set(group, number)
    return `${prefixes[group]}-${String(number).padStart(2, '0')}`
  })
}

/** What the office keeps: codes, cost bearers, verifications, submeters and a closing cycle. Without readings. */
export async function insertOffice(
  tx: Tx,
  organizationId: number,
  demo: readonly DemoMeter[],
  { now, createdAt }: { now: Date; createdAt: Date },
): Promise<void> {
  const named = await tx
    .insert(costBearers)
    .values(bearers.map((name) => ({ organizationId, name, createdAt, updatedAt: createdAt })))
    .returning({ id: costBearers.id, name: costBearers.name })
  const fieldsOf = ({ bearer, customerNumber = '', verifiedDays }: OfficeFields) => ({
    costBearerId: named.find(({ name }) => name === bearer)?.id ?? null,
    customerNumber,
    verificationExpiresOn: dayOf(new Date(now.getTime() + verifiedDays * 86_400_000)),
  })
  const rows = await tx
    .select()
    .from(meters)
    .where(eq(meters.organizationId, organizationId))
    .orderBy(asc(meters.id))
  const parent = rows[demo.findIndex(({ face }) => face.key === supply)]
  const below = parent === undefined ? [] : submeters
  const codes = codesOf([...demo.map(({ location }) => location.group), ...below.map(() => 'power' as const)])
  const closed: number[] = []
  for (const [index, { id }] of rows.entries()) {
    const of = closedCounters.get(demo[index]?.face.key ?? '')
    await tx
      .update(meters)
      .set({ code: codes[index] ?? null, ...(of && fieldsOf(of)) })
      .where(and(eq(meters.organizationId, organizationId), eq(meters.id, id)))
    if (of !== undefined) closed.push(id)
  }
  if (parent !== undefined) {
    const { meterUnitId, meterGroupId } = parent
    const inserted = await tx
      .insert(meters)
      .values(
        submeters.map((submeter, index) => ({
          organizationId,
          name: submeter.name,
          placeNote: submeter.note,
          code: codes[demo.length + index] ?? null,
          ...fieldsOf(submeter),
          parentMeterId: parent.id,
          meterUnitId,
          meterGroupId,
          meterCategoryId: 4,
          digitNumber: submeterDigits.digits,
          decimalPoint: submeterDigits.decimals,
          createdAt,
          updatedAt: createdAt,
        })),
      )
      .returning({ id: meters.id })
    const fromMonth = addMonths(dayOf(now).slice(0, 'YYYY-MM'.length), -24)
    await tx
      .insert(meterAllocations)
      .values({ organizationId, meterId: parent.id, fromMonth, method: 'usage' })
    closed.push(...inserted.map(({ id }) => id))
  }
  if (closed.length > 0) await insertCycle(tx, organizationId, closed, createdAt)
}

async function insertCycle(tx: Tx, organizationId: number, meterIds: number[], createdAt: Date) {
  const [cycle] = await tx
    .insert(closingCycles)
    .values({
      organizationId,
      name: '月末締め',
      closingDay: 31,
      closingHour: 24,
      deviceToleranceHours: 24,
      roundToleranceDays: 3,
      createdAt,
      updatedAt: createdAt,
    })
    .returning({ id: closingCycles.id })
  if (cycle === undefined) throw new Error('no closing cycle was inserted')
  await tx
    .insert(closingCycleMeters)
    .values(meterIds.map((meterId) => ({ organizationId, meterId, cycleId: cycle.id })))
}
