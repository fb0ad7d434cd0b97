import type { Deps } from '../deps.ts'
import type { OfAlert } from '../features/alerts/announce.ts'
import { findBrowser, findNotice } from '../features/alerts/notice.ts'
import { alertMessage } from '../features/alerts/texts.ts'
import { deleteSubscription } from '../features/push/repository.ts'

export interface AlertPushJob extends OfAlert {
  subscriptionId: number
}

type Parts = Pick<Deps, 'database' | 'push' | 'clock'>

/** Notifies one browser of one alert; a browser that wants no more is forgotten. */
export async function pushAlertOf({ database, push, clock }: Parts, job: AlertPushJob): Promise<void> {
  const { organizationId, subscriptionId } = job
  const found = await database.inOrganization(organizationId, null, async (tx) => {
    const notice = await findNotice(tx, job, clock())
    const browser = notice && (await findBrowser(tx, organizationId, subscriptionId))
    return notice && browser && { notice, browser }
  })
  if (found === null) return
  if ((await push.send(found.browser, alertMessage(found.notice))) === 'sent') return
  await database.inOrganization(organizationId, null, (tx) =>
    deleteSubscription(tx, organizationId, subscriptionId),
  )
}
