import { clearSession, readSession, watchSession } from '../../../offline/storedSession.ts'
import { lastClockOffset } from '../../lib/session/clockOffset.ts'
import { isRenewable } from '../../lib/session/sessionKeys.ts'
import { hasUnsavedInput } from '../../pwa/busy.ts'
import { confirmDiscard } from '../../ui/dialog/discard.ts'
import { notify } from '../../ui/notice/notify.tsx'

const id = 'session-end'

/**
 * Without remember-login nobody can renew the session of a browser that was closed: says until when it lasts, before it
 * ends in the middle of work. Without signal it lasts on.
 */
export async function warnOfSessionEnd(): Promise<void> {
  if (!navigator.onLine || (await isRenewable())) return
  const session = await readSession()
  const end = session && endOf(session.access)
  if (end === null || end <= Date.now()) return
  const time = new Date(end).toLocaleTimeString('ja-JP', { hour: '2-digit', minute: '2-digit' })
  notify.toDo({
    id,
    title: `ログインは ${time} に終わります`,
    text: '「ログイン状態を保持する」にチェックがないため、ブラウザを閉じた後は延長できません。未送信の写真や値は端末に残ります。',
    action: { label: 'ログインし直す', run: () => void signInAgain() },
  })
  const stop = watchSession(() => {
    notify.hide(id)
    stop()
  })
}

async function signInAgain(): Promise<void> {
  if (!navigator.onLine) {
    notify.info('オフラインではログインできません。電波の届く所でやり直してください。')
    return
  }
  if (!hasUnsavedInput() || (await confirmDiscard())) await clearSession()
}

/** When an access key ends, by this device's clock; null: it does not say so. */
function endOf(access: string): number | null {
  try {
    const claims = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const { exp } = JSON.parse(atob(claims)) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 + (lastClockOffset() ?? 0) : null
  } catch {
    return null
  }
}
