import { useState } from 'react'
import { drain } from '../../../offline/drain.ts'
import { countUnsent } from '../../../offline/outbox.ts'
import { exportOutbox } from '../../lib/exportOutbox.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { signOut } from '../../lib/session.ts'
import { refreshTokenStore } from '../../lib/sessionKeys.ts'
import { hasUnsavedInput } from '../../pwa/busy.ts'
import { confirmDiscard } from '../../ui/dialog/discard.ts'
import { notify } from '../../ui/notice/notify.tsx'

/** Wait for the lock while another page or the worker sends. Milliseconds. */
const timeout = 120_000

/** `unsent`: captures are unsent; `sure`: second question before leaving without them. */
type LogoutStep = 'unsent' | 'sure'

/** Logs out; asks if there are unsent captures. */
export function useLogout() {
  const account = useAccount()
  const { id } = account
  const [step, setStep] = useState<LogoutStep | null>(null)
  const [unsent, setUnsent] = useState(0)
  /** Unsent after the last attempt. */
  const [failed, setFailed] = useState(0)
  const [working, setWorking] = useState<'sending' | 'exporting' | 'leaving' | null>(null)

  const leave = async () => {
    setWorking('leaving')
    try {
      await signOut()
    } catch (error) {
      setWorking(null)
      notify.failure(error, { title: 'ログアウトに失敗しました' })
    }
  }
  const ask = async () => {
    if (working !== null || (hasUnsavedInput() && !(await confirmDiscard()))) return
    // An unreadable outbox may not be empty.
    const { count } = await countUnsent(id).catch(() => ({ count: 1 }))
    setUnsent(count)
    setFailed(0)
    if (count > 0) return setStep('unsent')
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
    const { count } = await countUnsent(id).catch(() => ({ count: 1 }))
    setUnsent(count)
    setFailed(count)
    setWorking(null)
  }
  const exportAll = async () => {
    setWorking('exporting')
    try {
      await exportOutbox(account)
    } catch (error) {
      notify.failure(error, { title: 'ファイルに書き出せませんでした' })
    } finally {
      setWorking(null)
    }
  }
  return {
    step,
    unsent,
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
