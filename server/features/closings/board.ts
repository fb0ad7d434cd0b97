import { and, eq, inArray, or } from 'drizzle-orm'
import { type Counted, checksOf, type FailedCheck } from '../../../contract/closing/checks.ts'
import { addMonths } from '../../../contract/closing/closingDates.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { meters } from '../../db/schema.ts'
import { type MeterPeriod, periodsOf } from './periods.ts'
import type { CycleRow } from './repository.ts'

/** A meter of a month that is not closed. */
export interface OpenMeter {
  period: MeterPeriod
  meterName: string
  checks: FailedCheck[]
}

type Owner = Pick<Session, 'organizationId' | 'timeZone'>

/** Returns a month of these meters as it would be closed now, by id. `closes`: whether it closes a meter's month. */
export async function openMeters(
  tx: Tx,
  owner: Owner,
  cycle: CycleRow,
  month: string,
  { meterIds, closes }: { meterIds: readonly number[]; closes: (period: MeterPeriod) => boolean },
): Promise<OpenMeter[]> {
  const compared = { previous: addMonths(month, -1), lastYear: addMonths(month, -12) }
  const asked = { cycle, months: [month, ...Object.values(compared)] }
  const periods = await periodsOf(tx, owner, new Map(meterIds.map((id) => [id, asked])))
  const counted = new Map(periods.map((period) => [`${period.meterId} ${period.month}`, countedIn(period)]))
  const countedBy = (meterId: number, of: string) => counted.get(`${meterId} ${of}`) ?? null
  const rows = await metersAndChildren(tx, owner.organizationId, meterIds)
  const children = Map.groupBy(rows, ({ parentMeterId }) => parentMeterId)
  const own = new Map(rows.map((row) => [row.id, row]))
  return periods
    .filter((period) => period.month === month && closes(period))
    .toSorted((a, b) => a.meterId - b.meterId)
    .map((period) => {
      const { meterId } = period
      const current = countedBy(meterId, month)
      const unit = own.get(meterId)?.meterUnitId
      const below = (children.get(meterId) ?? []).map(({ id, meterUnitId }) =>
        meterUnitId === unit ? countedBy(id, month) : null,
      )
      const usages = below.flatMap((each) => each?.usage ?? [])
      return {
        period,
        meterName: own.get(meterId)?.name ?? '',
        checks:
          current === null
            ? []
            : checksOf({
                current,
                previous: countedBy(meterId, compared.previous),
                lastYear: countedBy(meterId, compared.lastYear),
                children: below.length > 0 && usages.length === below.length ? usages : null,
              }),
      }
    })
}

const countedIn = ({ now: { own, days } }: MeterPeriod): Counted | null =>
  own === null || days === null ? null : { usage: own, days }

const metersAndChildren = (tx: Tx, organizationId: number, ids: readonly number[]) =>
  tx
    .select({
      id: meters.id,
      name: meters.name,
      parentMeterId: meters.parentMeterId,
      meterUnitId: meters.meterUnitId,
    })
    .from(meters)
    .where(
      and(
        eq(meters.organizationId, organizationId),
        or(inArray(meters.id, [...ids]), inArray(meters.parentMeterId, [...ids])),
      ),
    )
