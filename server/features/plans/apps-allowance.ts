import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { planOf } from './repository.ts'

/** Whether phones may capture. Throws `plan_refused`; phones keep their photographs and try again later. */
export async function assertAppsAllowed(tx: Tx, organizationId: number): Promise<void> {
  const { allowApps } = await planOf(tx, organizationId)
  if (allowApps) return
  const message =
    'ご契約のプランでは、スマートフォンでの撮影（アプリ）は許可されていません（0件）。変更できるのはシステム管理者です'
  throw new Failure('plan_refused', { issues: [{ path: 'body', message }] })
}
