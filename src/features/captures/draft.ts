import { draftLock } from '../../../offline/outbox.ts'

/**
 * Keeps a draft from being sent while a person decides about it. The browser gives the hold back by itself when
 * the page dies. Returns a function that lets go.
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
