import type { Alert } from '../../../contract/alerts.ts'
import { Failure, route, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { recordAssignee } from './assignees.ts'
import { recordComment, recordConfirmation, recordUndo } from './confirmations.ts'
import { listPage } from './list-alerts.ts'
import { presentAlert } from './present.ts'
import { findAlert } from './repository.ts'

export const alertRoutes = [
  route('alerts', async ({ tx, session, deps, query }) => {
    const present = presenterFor(deps, session)
    const { rows, ...page } = await listPage(tx, session, query)
    return { data: rows.map((row) => presentAlert(row, present)), ...page }
  }),
  route('alert', async ({ tx, session, deps, params }) => ({
    data: await presentOne(deps, session, tx, params.id),
  })),
  route('updateAlert', async ({ tx, session, deps, params, body }) => {
    await recordConfirmation(deps, session, tx, params.id, body)
    return { data: await presentOne(deps, session, tx, params.id) }
  }),
  route('updateAlertComment', async ({ tx, session, deps, params, body }) => {
    await recordComment(deps, session, tx, params.id, body.comment)
    return { data: await presentOne(deps, session, tx, params.id) }
  }),
  route('updateAssignee', async ({ tx, session, deps, params, body }) => {
    await recordAssignee(deps, session, tx, params.id, body)
    return { data: await presentOne(deps, session, tx, params.id) }
  }),
  route('undoConfirmation', async ({ tx, session, deps, params }) => {
    await recordUndo(deps, session, tx, params.id)
    return { data: {} }
  }),
]

async function presentOne(deps: Deps, session: Session, tx: Tx, id: number): Promise<Alert> {
  const row = await findAlert(tx, session.organizationId, id)
  if (row === undefined) throw new Failure('not_found')
  return presentAlert(row, presenterFor(deps, session))
}
