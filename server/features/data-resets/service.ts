import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { JobQueue } from '../../queue/job-queue.ts'
import { recordAudit } from '../audit/index.ts'
import { countOf, findReset, insertReset, lockOrganization } from './repository.ts'

/** Of the session’s organization. Takes the owner’s transaction. Who starts at the same time waits, and is refused then. */
export async function startReset(
  { jobs }: { jobs: Pick<JobQueue, 'enqueue'> },
  session: Session,
  tx: Tx,
  at: Date,
): Promise<void> {
  const { organizationId } = session
  const organization = await lockOrganization(tx, organizationId)
  if (!organization?.demoEnabled || organization.protected) throw new Failure('reset_refused')
  const last = await findReset(tx, organizationId)
  if (organization.filling !== null || last?.reset.finishedAt === null) throw new Failure('reset_running')
  const before = await countOf(tx, organizationId)
  const { alerts: _derived, ...counted } = before
  await insertReset(tx, {
    organizationId,
    startedByUserId: session.userId,
    startedAt: at,
    total: Object.values(counted).reduce((sum, count) => sum + count, 0),
  })
  await jobs.enqueue(tx, 'reset-data', [{ organizationId }])
  await recordAudit(tx, session, {
    noun: 'organization',
    subjectId: organizationId,
    subjectName: organization.name,
    action: 'reset',
    before,
    after: {},
    at,
  })
}
