import type { DataReset } from '../../../contract/data-resets.ts'
import { ownerRoute, type Session } from '../../api/call.ts'
import { isoInZone } from '../../time-zone.ts'
import { findReset } from './repository.ts'
import { startReset } from './service.ts'

export const dataResetRoutes = [
  ownerRoute('dataReset', async ({ tx, session }) => {
    const row = await findReset(tx, session.organizationId)
    return { data: row === undefined ? null : present(row, session) }
  }),
  ownerRoute('startDataReset', async ({ tx, session, deps }) => {
    await startReset(deps, session, tx, deps.clock())
    const row = await findReset(tx, session.organizationId)
    if (row === undefined) throw new Error('an initialisation was not written')
    return { status: 201, data: present(row, session) }
  }),
]

type Row = NonNullable<Awaited<ReturnType<typeof findReset>>>

function present({ reset, username, filling }: Row, { timeZone }: Session): DataReset {
  const { step, done, total } = reset
  const days = step === 'fill' && reset.finishedAt === null ? filling : null
  return {
    started_at: isoInZone(timeZone, reset.startedAt),
    started_by: { id: reset.startedByUserId, username },
    step,
    done: days?.done ?? done,
    total: days?.total ?? total,
    finished_at: reset.finishedAt && isoInZone(timeZone, reset.finishedAt),
    failure: reset.failure,
  }
}
