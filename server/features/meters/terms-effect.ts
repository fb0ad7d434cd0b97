import type { Data, Input } from '../../../contract/calls/endpoint.ts'
import { maxChangedMonths, type meterTermsEndpoints } from '../../../contract/usage/terms.ts'
import type { Terms } from '../../../contract/usage/timeline.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Presenter } from '../../presenter.ts'
import { countersOf } from '../readings/index.ts'
import { monthsOfReadings, usagesBetween } from '../usages/index.ts'
import { findMeter } from './repository.ts'
import { fieldsOf, listTerms, startOfTerms, type TermsRow } from './terms.ts'

type Effect = typeof meterTermsEndpoints.termsEffect
type Asked = Input<Effect>['query']

/** Returns the months whose usage new, corrected or deleted terms would change, by the ledger that counts them. */
export async function effectOfTerms(
  tx: Tx,
  session: Session,
  id: number,
  asked: Asked,
  present: Presenter,
  now: Date,
): Promise<Data<Effect>> {
  const { organizationId, timeZone } = session
  const terms = await changedTerms(tx, session, id, asked, now)
  const counter = (await countersOf(tx, organizationId, [id])).get(id)
  if (counter === undefined) return { count: 0, months: [] }
  const boundaries = await monthsOfReadings(tx, { organizationId, id }, timeZone)
  const before = await usagesBetween(tx, { organizationId, id }, counter, boundaries)
  const after = await usagesBetween(tx, { organizationId, id }, { ...counter, terms }, boundaries)
  const months = boundaries.slice(1).flatMap((to, index) => {
    const [was, is] = [before[index] ?? null, after[index] ?? null]
    const from = boundaries[index] ?? to
    return was === is
      ? []
      : [{ from: present.instant(from), to: present.instant(to), before: was, after: is }]
  })
  return { count: months.length, months: months.toReversed().slice(0, maxChangedMonths) }
}

/** The terms of the meter after the change, the first ones first. Refuses what the change itself would refuse. */
async function changedTerms(tx: Tx, session: Session, id: number, asked: Asked, now: Date): Promise<Terms[]> {
  const found = await findMeter(tx, session.organizationId, id)
  if (found === undefined) throw new Failure('not_found')
  const { terms_id: termsId, valid_from: local, multiplier } = asked
  const rows = await listTerms(tx, session.organizationId, id)
  const old = rows.find((row) => row.id === termsId)
  const isDeletion = multiplier === undefined
  if (termsId !== undefined && (old === undefined || (isDeletion && old.validFrom === null)))
    throw new Failure('not_found')
  const others = rows.filter((row) => row !== old)
  if (isDeletion) {
    if (old === undefined) throw missing('multiplier')
    return others.map(termsOf).toReversed()
  }
  if (old === undefined && local === undefined) throw missing('valid_from')
  const validFrom = old === undefined ? startOfTerms(session, local ?? '', rows, now) : old.validFrom
  const { digit_number = null, decimal_point = null } = asked
  const meter = { ...found.meter, categoryType: found.categoryType }
  const changed = { validFrom, ...fieldsOf(meter, { multiplier, digit_number, decimal_point }) }
  return [...others, changed].map(termsOf).toSorted((a, b) => a.from - b.from)
}

const missing = (path: string) =>
  new Failure('validation_failed', { issues: [{ path, message: '未入力です' }] })

const termsOf = (
  row: Pick<TermsRow, 'validFrom' | 'digitNumber' | 'decimalPoint' | 'multiplier'>,
): Terms => ({
  from: row.validFrom?.getTime() ?? Number.NEGATIVE_INFINITY,
  digits: row.digitNumber,
  decimals: row.decimalPoint,
  multiplier: row.multiplier,
})
