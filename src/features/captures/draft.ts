import { draftLock } from '../../../offline/outbox.ts'

/**
 * Locks a draft against sending during the decision; the browser releases the lock when the page ends. Returns the
 * release function.
 */
export async function lockDraft(id: string): Promise<() => void> {
  const decided = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  navigator.locks
    .request(draftLock(id), () => {
      decided.resolve()
      return over.promise
    })
    .catch(decided.reject)
  await decided.promise
  return over.resolve
}
