import { draftLock } from '../../../offline/outbox.ts'

/**
 * Locks a draft against sending during the decision; the browser releases the lock when the page ends. Returns the
 * release function.
 */
export async function holdDraft(id: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  navigator.locks
    .request(draftLock(id), () => {
      held.resolve()
      return over.promise
    })
    .catch(held.reject)
  await held.promise
  return over.resolve
}
