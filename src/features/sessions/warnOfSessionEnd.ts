import { clearSession, readSession, watchSession } from '../../../offline/storedSession.ts'
import { isRenewable } from '../../lib/session/sessionKeys.ts'
import { hasUnsavedInput } from '../../pwa/busy.ts'
import { confirmDiscard } from '../../ui/dialog/discard.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { correctedNow } from '../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'

const id = 'session-end'

/**
 * Without remember-login nobody can renew the session of a browser that was closed: says until when it lasts, before it
 * ends in the middle of work. Without signal it lasts on.
 */
export async function warnOfSessionEnd(zone: string): Promise<void> {
  if (!navigator.onLine || (await isRenewable())) return
  const session = await readSession()
  const end = session && endOf(session.access)
  if (end === null || end <= correctedNow()) return
  const time = formatFullTime(end, zone).slice('2026/11/18 '.length, -':00'.length)
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

/** When an access key ends; null: it does not say so. */
function endOf(access: string): number | null {
  try {
    const claims = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const { exp } = JSON.parse(atob(claims)) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}
