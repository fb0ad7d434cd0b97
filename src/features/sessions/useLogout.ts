import { useState } from 'react'
import { drain } from '../../../offline/drain.ts'
import { listRows } from '../../../offline/outbox.ts'
import { isUnsent } from '../../../offline/sendable.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { signOut } from '../../lib/session/session.ts'
import { refreshTokenStore } from '../../lib/session/sessionKeys.ts'
import { hasUnsavedInput } from '../../pwa/busy.ts'
import { confirmDiscard } from '../../ui/dialog/discard.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'

/** Wait for the lock while another page or the worker sends. Milliseconds. */
const timeout = 120_000

/** What the header counts as 未送信 and as 保留. */
interface Left {
  unsent: number
  aside: number
}

async function leftOf(userId: number): Promise<Left> {
  try {
    const states = (await listRows(userId)).map(({ state }) => state)
    return {
      unsent: states.filter(isUnsent).length,
      aside: states.filter((state) => state === 'aside').length,
    }
  } catch {
    // An unreadable outbox may not be empty.
    return { unsent: 1, aside: 0 }
  }
}

/** `unsent`: rows are unsent or set aside; `sure`: second question before leaving without them. */
type LogoutStep = 'unsent' | 'sure'

/** Logs out; asks if rows are left on this device. */
export function useLogout() {
  const account = useAccount()
  const { id } = account
  const [step, setStep] = useState<LogoutStep | null>(null)
  const notices = useFailureNotices(step !== null)
  const [left, setLeft] = useState<Left>({ unsent: 0, aside: 0 })
  /** Unsent after the last attempt. */
  const [failed, setFailed] = useState(0)
  const [working, setWorking] = useState<'sending' | 'exporting' | 'leaving' | null>(null)

  const leave = async () => {
    setWorking('leaving')
    try {
      await signOut()
    } catch (error) {
      setWorking(null)
      notices.failure(error, { title: 'ログアウトに失敗しました' })
    }
  }
  const ask = async () => {
    if (working !== null || (hasUnsavedInput() && !(await confirmDiscard()))) return
    const now = await leftOf(id)
    setLeft(now)
    setFailed(0)
    if (now.unsent + now.aside > 0) return setStep('unsent')
    // On a slow network this takes seconds.
    notify.info('ログアウトしています')
    await leave()
  }
  const send = async () => {
    setWorking('sending')
    setFailed(0)
    await drain({
      skipBackoff: true,
      tokenStore: refreshTokenStore,
      wait: AbortSignal.timeout(timeout),
    }).catch(() => null)
    const now = await leftOf(id)
    setLeft(now)
    setFailed(now.unsent)
    setWorking(null)
  }
  const exportAll = async () => {
    setWorking('exporting')
    try {
      const { exportedText, exportOutbox } = await import('../../lib/held/exportOutbox.ts')
      const count = await exportOutbox(account)
      if (count !== null) notify.success(exportedText(count))
    } catch (error) {
      notices.failure(error, { title: 'ファイルに書き出せませんでした' })
    } finally {
      setWorking(null)
    }
  }
  return {
    step,
    left,
    failed,
    working,
    ask,
    send,
    exportAll,
    leave,
    insist: () => setStep('sure'),
    stay: () => setStep(null),
  }
}

export type Logout = ReturnType<typeof useLogout>
