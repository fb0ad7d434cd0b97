import { addMonths } from '../../../contract/closing/closingDates.ts'
import type { Board, BoardRow, Closing } from '../../../contract/closing/closings.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { SnapshotIndex, SnapshotSegment } from '../../db/schema.ts'
import type { Presenter } from '../../presenter.ts'
import { boardMeters, type OpenMeter } from './board.ts'
import { findCycle } from './cycles.ts'
import { closingAt, differenceOf, periodsOf } from './periods.ts'
import type { CycleRow } from './repository.ts'
import { type ClosingRow, listClosings, type SnapshotRow, snapshotsOf } from './snapshots.ts'

export const presentCycle = (cycle: CycleRow): Cycle => ({
  id: cycle.id,
  name: cycle.name,
  closing_day: cycle.closingDay,
  closing_hour: cycle.closingHour,
  device_tolerance_hours: cycle.deviceToleranceHours,
  round_tolerance_days: cycle.roundToleranceDays,
  checks: cycle.checks,
  meter_ids: cycle.meterIds,
})

export const presentClosing = (row: ClosingRow, present: Presenter): Closing => ({
  id: row.id,
  month: row.month,
  version: row.version,
  to: present.instant(row.toAt),
  closed_at: present.instant(row.closedAt),
  user: row.username === null ? null : { id: row.userId, username: row.username },
  reason: row.reason,
  rules: row.rules,
})

/** The board of a month: as it would be closed now, or as it was closed. */
export async function boardOf(
  tx: Tx,
  session: Pick<Session, 'organizationId' | 'timeZone'>,
  id: number,
  { month, version }: { month: string; version?: number | undefined },
  present: Presenter,
): Promise<Board> {
  const cycle = await findCycle(tx, session.organizationId, id)
  const closed = await listClosings(tx, session.organizationId, id)
  const versions = closed.filter((each) => each.month === month)
  const closing = versions.find((each) => version === undefined || each.version === version)
  if (closing === undefined && version !== undefined) throw new Failure('not_found')
  const before = closed.find((each) => each.month === addMonths(month, -1))
  const from = closing?.fromAt ?? before?.toAt ?? closingAt(session.timeZone, cycle, addMonths(month, -1))
  return {
    month,
    from: present.instant(from),
    to: present.instant(closing?.toAt ?? closingAt(session.timeZone, cycle, month)),
    closing: closing === undefined ? null : presentClosing(closing, present),
    meters:
      closing === undefined
        ? (await boardMeters(tx, session, [cycle], month)).map((row) => presentOpen(row, present))
        : await closedRows(tx, session, closing, { isLatest: closing === versions[0], present }),
  }
}

/** With how the ledger differs now, if it is the latest version. */
async function closedRows(
  tx: Tx,
  session: Pick<Session, 'organizationId' | 'timeZone'>,
  { id, month }: ClosingRow,
  { isLatest, present }: { isLatest: boolean; present: Presenter },
): Promise<BoardRow[]> {
  const snapshots = await snapshotsOf(tx, session.organizationId, id)
  const asked = { cycle: null, months: [month] }
  const periods = isLatest
    ? await periodsOf(tx, session, new Map(snapshots.map(({ meterId }) => [meterId, asked])))
    : []
  const differences = new Map(periods.map((period) => [period.meterId, differenceOf(period)]))
  return snapshots.map((row) => presentClosed(row, differences.get(row.meterId) ?? null, present))
}

const presentIndex = (index: SnapshotIndex | null, present: Presenter) =>
  index && {
    value: index.value,
    at: present.instant(index.at),
    reading_ids: index.readingIds,
    picture_sha256: index.pictureSha256,
  }

const presentSegments = (segments: readonly SnapshotSegment[], present: Presenter) =>
  segments.map(({ from, to, multiplier }) => ({
    from: { at: present.instant(from.at), value: from.value },
    to: { at: present.instant(to.at), value: to.value },
    multiplier,
  }))

function presentOpen(
  { period: { meterId, now }, meterName, checks, allocation }: OpenMeter,
  present: Presenter,
): BoardRow {
  const { state, usage, adjustment, mark, days } = now
  return {
    meter_id: meterId,
    meter_name: meterName,
    state,
    closed_as: null,
    usage,
    adjustment,
    difference: null,
    mark,
    days,
    start: presentIndex(now.start, present),
    end: presentIndex(now.end, present),
    segments: presentSegments(now.segments, present),
    checks,
    allocation,
    reason: null,
  }
}

function presentClosed(
  row: SnapshotRow,
  difference: { amount: number | null } | null,
  present: Presenter,
): BoardRow {
  const { state, usage, adjustment, mark, days, checks, allocation, reason } = row
  return {
    meter_id: row.meterId,
    meter_name: row.meterName,
    state: difference === null ? 'closed' : 'corrected',
    closed_as: state,
    usage,
    adjustment,
    difference: difference?.amount ?? null,
    mark,
    days,
    start: presentIndex(row.start, present),
    end: presentIndex(row.end, present),
    segments: presentSegments(row.segments, present),
    checks,
    allocation,
    reason,
  }
}
