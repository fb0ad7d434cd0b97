import { ApiError } from '../../failures/callErrors.ts'
import { notify } from '../notice/notify.tsx'
import { confirm } from './confirm.tsx'

export interface Removal {
  title: string
  /** States the object and the consequence. */
  text: string
  name: string
  /** The notice afterwards, if it is not only the name that it gives. */
  done?: string
  send: () => Promise<unknown>
}

/** Asks, deletes, and says so. */
export async function removeAfterQuestion({ title, text, name, done, send }: Removal): Promise<void> {
  if (!(await confirm({ title, text, confirm: '削除', destructive: true }))) return
  const failed = `「${name}」を削除できませんでした`
  const attempt = async () => {
    notify.retract(failed)
    try {
      await send()
      notify.success(done ?? `「${name}」を削除しました`)
    } catch (error) {
      const [issue] = error instanceof ApiError ? error.issues : []
      if (issue) notify.warning(`${failed}。${issue.message}。`)
      else notify.failure(error, { title: failed, retry: () => void attempt() })
    }
  }
  await attempt()
}
