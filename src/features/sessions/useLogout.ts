import { useState } from 'react'
import { drain } from '../../../offline/drain.ts'
import { countUnsent } from '../../../offline/outbox.ts'
import { exportCaptures } from '../../lib/exportCaptures.ts'
import { refreshKeeper } from '../../lib/keys.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { signOut } from '../../lib/session.ts'
import { hasUnsavedInput } from '../../pwa/busy.ts'
import { confirmDiscard } from '../../ui/dialog/discard.ts'
import { notify } from '../../ui/notice/notify.tsx'

/** Another page or the worker may be sending; its turn is waited for. Milliseconds. */
const timeout = 120_000

/** `unsent`: captures wait, what now? `sure`: the person wants to leave without them; the second question. */
type LogoutStep = 'unsent' | 'sure'

/** Logging out with unsent captures asks; without any it just does it. */
export function useLogout() {
  const { id } = useAccount()
  const [step, setStep] = useState<LogoutStep | null>(null)
  const [unsent, setUnsent] = useState(0)
  /** How many could not be sent just now. */
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
    // Where the outbox cannot be read, nobody can say that it is empty.
    const { count } = await countUnsent(id).catch(() => ({ count: 1 }))
    setUnsent(count)
    setFailed(0)
    if (count > 0) return setStep('unsent')
    // A bad line is given some seconds before it is left behind.
    notify.info('ログアウトしています')
    await leave()
  }
  const send = async () => {
    setWorking('sending')
    setFailed(0)
    await drain({ hurry: true, keeper: refreshKeeper, wait: AbortSignal.timeout(timeout) }).catch(() => null)
    const { count } = await countUnsent(id).catch(() => ({ count: 1 }))
    setUnsent(count)
    setFailed(count)
    setWorking(null)
  }
  const exportAll = async () => {
    setWorking('exporting')
    try {
      await exportCaptures(id)
    } catch (error) {
      notify.failure(error, { title: '写真をファイルに保存できませんでした' })
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
