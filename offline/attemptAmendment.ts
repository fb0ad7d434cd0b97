import * as z from 'zod/mini'
import { amendmentEndpoints } from '../contract/amendments.ts'
import { roundEndpoints } from '../contract/rounds.ts'
import { request } from './answers.ts'
import { type Attempt, failingAt, judge } from './attempt.ts'
import { attemptRecord, recordTimeout, type Sending } from './attemptRecord.ts'
import { attemptSkip } from './attemptSkip.ts'
import { type Amendment, isCorrection, type Withdrawal } from './rows.ts'

/** Sends one correction or withdrawal once. Never throws for network or server errors. */
export async function attemptAmendment(amendment: Amendment, sending: Sending): Promise<Attempt> {
  if (isCorrection(amendment)) {
    const { correctSentReading } = amendmentEndpoints
    const body = z.safeEncode(correctSentReading.body, {
      reading_key: amendment.targetId,
      meter_id: amendment.meterId,
      value: amendment.value,
      ...(amendment.confirmedDoubts.length > 0 ? { confirmed_doubts: amendment.confirmedDoubts } : {}),
    })
    return attemptRecord(correctSentReading, amendment, body, sending)
  }
  const attempt = await attemptWithdrawal(amendment, sending)
  // The server refuses what is withdrawn as well, so there is nothing to withdraw.
  return attempt.outcome === 'rejected' && attempt.failure.code === 'reference_unknown' ? withdrawn : attempt
}

const withdrawn: Attempt = { outcome: 'received', serverId: null }

function attemptWithdrawal(withdrawal: Withdrawal, sending: Sending): Promise<Attempt> {
  const { targetId, meterId, clockOffset, skip } = withdrawal
  if (withdrawal.of === 'capture') {
    const { withdrawSentReading } = amendmentEndpoints
    const body = z.safeEncode(withdrawSentReading.body, { reading_key: targetId, meter_id: meterId })
    return attemptRecord(withdrawSentReading, withdrawal, body, sending)
  }
  if (skip === null) return attemptKnownSkip(withdrawal, sending)
  const sent = { ...skip, id: targetId, meterId, ...(clockOffset === undefined ? {} : { clockOffset }) }
  return attemptSkip(sent, sending, true)
}

/** Withdraws a skip of which this device knows only what the server has said. */
async function attemptKnownSkip(
  { targetId }: Withdrawal,
  { access, now, origin }: Sending,
): Promise<Attempt> {
  const { withdrawSkip } = roundEndpoints
  const answer = await request(
    { ...withdrawSkip, path: withdrawSkip.path.replace('{key}', encodeURIComponent(targetId)) },
    {
      headers: { authorization: `Bearer ${access}` },
      signal: AbortSignal.timeout(recordTimeout),
      ...(origin === undefined ? {} : { origin }),
    },
  )
  if (answer.kind === 'success') return withdrawn
  // Deleted by a data initialisation.
  if (answer.kind === 'failure' && answer.failure.code === 'not_found') return withdrawn
  return judge(answer, failingAt(now))
}
