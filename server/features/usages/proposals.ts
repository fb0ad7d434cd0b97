import type { Input } from '../../../contract/calls/endpoint.ts'
import {
  type Decimal,
  decimal,
  isNegative,
  plus,
  quotient,
  times,
  toNumber,
  unitsAt,
} from '../../../contract/usage/decimal.ts'
import type { EstimateProposal, estimateEndpoints, ProposedBasis } from '../../../contract/usage/estimates.ts'
import { termsAt } from '../../../contract/usage/timeline.ts'
import { ledgerOf, usageBetween } from '../../../contract/usage/usage.ts'
import { capacityOf, unknownDecimals } from '../../../contract/values/consumption.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { instantOfLocal, offsetMinutes, parseLocalTime } from '../../time-zone.ts'
import { countersOf } from '../readings/index.ts'
import { assertMeter } from './estimates.ts'
import { ledgersOf, type MeterLedger } from './service.ts'

interface Span {
  from: number
  to: number
}

/** What the index at `at` may be, if the meter counted as much a day as in earlier periods. */
export async function proposalsOf(
  tx: Tx,
  { organizationId, timeZone }: Pick<Session, 'organizationId' | 'timeZone'>,
  meterId: number,
  query: Input<(typeof estimateEndpoints)['meterEstimateProposals']>['query'],
): Promise<EstimateProposal[]> {
  const [from, at] = [query.from, query.at].map((local) => parseLocalTime(timeZone, local)?.getTime())
  if (from === undefined) throw invalid('from', '日時が正しくありません')
  if (at === undefined) throw invalid('at', '日時が正しくありません')
  if (at <= from) throw invalid('at', '期間の開始より後の日時を指定してください')
  await assertMeter(tx, organizationId, meterId)
  const counters = await countersOf(tx, organizationId, [meterId])
  const earlier = (moment: number, months: number) => monthsEarlier(timeZone, moment, months)
  const spans: Record<ProposedBasis, Span> = {
    last_year: { from: earlier(from, 12), to: earlier(at, 12) },
    previous: { from: earlier(from, 1), to: from },
    mean: { from: earlier(from, 3), to: from },
  }
  const boundaries = Object.values(spans).flatMap((span) => [span.from, span.to])
  const asked = [...new Set([...boundaries, from, at])].sort((a, b) => a - b)
  const found = (await ledgersOf(tx, organizationId, counters, () => asked)).get(meterId)
  // Of a meter that does not count up nothing is estimated.
  if (found === undefined) return []
  const bases: ProposedBasis[] = ['last_year', 'previous', 'mean']
  return bases.flatMap(
    (basis) => propose(found, { basis, span: spans[basis], period: { from, to: at } }) ?? [],
  )
}

const invalid = (path: string, message: string) =>
  new Failure('validation_failed', { issues: [{ path, message }] })

function propose(
  { history, ledger }: MeterLedger,
  { basis, span, period }: { basis: ProposedBasis; span: Span; period: Span },
): EstimateProposal | null {
  const { usage } = usageBetween(ledger, span.from, span.to)
  const last = ledger.timeline.points.findLast(({ at }) => at <= period.to)
  // On 29 February the same day a year ago begins and ends at one moment.
  if (usage === null || isNegative(usage) || last === undefined || span.to <= span.from) return null
  const { multiplier, digits, decimals } = termsAt(history.terms, period.to)
  const counted = quotient(
    times(usage, decimal(period.to - last.at)),
    times(decimal(multiplier), decimal(span.to - span.from)),
    decimals ?? unknownDecimals,
  )
  const value = toNumber(wrapped(plus(last.shown, counted), capacityOf({ digits, decimals })))
  const estimate = { at: period.to, value, readingId: null, isEstimate: true }
  const entries = [...history.entries.filter((entry) => entry.at < period.to), estimate]
  const estimated = usageBetween(ledgerOf({ ...history, entries }), period.from, period.to)
  return { basis, value, usage: estimated.usage && toNumber(estimated.usage) }
}

/** Returns what a counter shows at an index, which may lie beyond its capacity. */
function wrapped(index: Decimal, capacity: number | null): Decimal {
  const { units, scale } = index
  return capacity === null ? index : { units: units % unitsAt(decimal(capacity), scale), scale }
}

const day = 86_400_000

/** The same local time so many months earlier, or on the last day of a month that has no such day. */
function monthsEarlier(zone: string, at: number, months: number): number {
  const local = new Date(at + offsetMinutes(zone, at) * 60_000)
  const first = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - months, 1)
  const next = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - months + 1, 1)
  const dayOfMonth = Math.min(local.getUTCDate(), (next - first) / day)
  return instantOfLocal(zone, first + (dayOfMonth - 1) * day + (local.getTime() % day)).getTime()
}
