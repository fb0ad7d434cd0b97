import { switchOrganization } from '../../lib/session/session.ts'
import { isBusy } from '../../pwa/busy.ts'
import { notify } from '../../ui/notice/notify.tsx'

/** Switches the organization, which loads the page anew, at `next`. */
export async function trySwitchOrganization(name: string, next = '/'): Promise<void> {
  if (isBusy()) {
    notify.warning('入力や送信が終わってから切り替えてください。')
    return
  }
  try {
    await switchOrganization(name, next)
  } catch (error) {
    notify.failure(error, { title: '組織を切り替えられませんでした' })
  }
}
