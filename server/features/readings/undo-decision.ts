import { isAbnormal } from '../../../contract/values/abnormal.ts'
import type { Doubt } from '../../../contract/values/doubts.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { reconcileAround } from '../alerts/index.ts'
import { judgementOf } from './correct.ts'
import { lockForJudging } from './lock-for-judging.ts'
import { addChange, changeReading, findLastValueChange, type ReadingRecord } from './repository.ts'

/** Milliseconds. A screen offers it for 10 s; a poor connection takes longer. */
const undoTime = 60_000

/** Takes back what the caller has just decided about a value: it waits for a person again. */
export async function undoDecision(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  session: Session,
  tx: Tx,
  id: number,
): Promise<void> {
  const { organizationId, userId } = session
  const judged = await lockForJudging(tx, organizationId, id)
  if (judged === undefined) throw new Failure('not_found')
  const { reading, meter, range } = judged
  const at = deps.clock()
  const last = await findLastValueChange(tx, organizationId, id)
  const isFresh = last !== undefined && at.getTime() - last.at.getTime() <= undoTime
  if (!isFresh || !last.isDecision || last.userId !== userId) throw new Failure('undo_refused')
  const before = last.before as Pick<ReadingRecord, 'value'> & {
    value_source: ReadingRecord['valueSource']
    read_state?: ReadingRecord['readState']
    confirmed_doubts?: Doubt[]
  }
  const state = before.read_state ?? reading.readState
  const restored = {
    value: before.value,
    valueSource: before.value_source,
    readState: state,
    isAbnormal: isAbnormal({ value: before.value, read_state: state }, range),
    ...(before.confirmed_doubts && { confirmedDoubts: before.confirmed_doubts }),
  }
  await changeReading(tx, organizationId, id, { ...restored, updatedAt: at })
  await reconcileAround({ ...deps, clock: () => at }, tx, meter, reading, 'correction')
  await addChange(tx, meter, {
    readingId: id,
    userId,
    at,
    action: 'correct',
    before: judgementOf(reading),
    after: judgementOf({ ...reading, ...restored }),
  })
}
