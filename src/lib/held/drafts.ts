import type { Capture } from '../../../offline/captures.ts'
import { isTakenBack } from '../../../offline/entries.ts'
import { draftLock, listCaptures, listRows } from '../../../offline/outbox.ts'
import { belongsTo, type Entry, isEntry } from '../../../offline/rows.ts'
import type { Owner } from '../../../offline/sendable.ts'
import { readSession } from '../../../offline/storedSession.ts'
import { waitForLock } from '../../../offline/waitForLock.ts'
import { awaitedAtStart, hasJustBegun } from './awaitedPhotograph.ts'

/**
 * For a lock that another screen may hold. A page that is being left still has its locks when the next one begins, and a
 * request may have to be made twice (`waitForLock`). Milliseconds.
 */
const longestWait = 5000

/** Ids of the rows that this page has led back to: leaving one without a decision must not lead to it forever. */
const resumedDrafts = new Set<string>()

/** Ids of the photographs that stayed locked while this page waited for them. It does not wait for them again. */
const openElsewhere = new Set<string>()

/**
 * Locks a draft for the screen that decides about it; the browser releases the lock when the page ends. Returns the release
 * function.
 *
 * @throws DOMException as `signal` says when it aborts first.
 */
export async function lockDraft(id: string, signal?: AbortSignal): Promise<() => void> {
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  waitForLock(
    draftLock(id),
    () => {
      locked.resolve()
      return over.promise
    },
    signal,
  ).catch(locked.reject)
  await locked.promise
  return over.resolve
}

/** As `lockDraft`; null: another screen has it open. */
export const lockFreeDraft = (id: string): Promise<(() => void) | null> =>
  lockDraft(id, AbortSignal.timeout(longestWait)).catch(() => null)

/** Whether no other screen has the draft open. Waits only while this page begins: the page before may still hold the lock. */
async function isFree(id: string): Promise<boolean> {
  if (!hasJustBegun() || openElsewhere.has(id))
    return navigator.locks.request(draftLock(id), { ifAvailable: true }, (lock) => lock !== null)
  const release = await lockFreeDraft(id)
  if (release === null) openElsewhere.add(id)
  release?.()
  return release !== null
}

/** The person's photographs without a decision, the oldest first. */
export async function listDrafts(owner: Owner): Promise<Capture[]> {
  const captures = await listCaptures(owner.userId)
  return captures.filter((row) => row.state === 'draft' && belongsTo(row, owner)).reverse()
}

/** The person's values without photographs that were taken back to be entered again, the oldest first. */
export async function listTakenBack(owner: Owner): Promise<Entry[]> {
  const rows = await listRows(owner.userId)
  return rows
    .filter(isEntry)
    .filter((row) => isTakenBack(row) && belongsTo(row, owner))
    .reverse()
}

/**
 * The meter whose photograph waits for its value since the app was ended, or whose value waits to be entered again. Null:
 * none, or the person was led to it before.
 */
async function meterOfLeftDraft(): Promise<number | null> {
  try {
    const session = await readSession()
    if (!session) return null
    for (const draft of await listDrafts(session)) {
      if (resumedDrafts.has(draft.id) || !(await isFree(draft.id))) continue
      resumedDrafts.add(draft.id)
      return draft.meterId
    }
    const entry = (await listTakenBack(session)).find(({ id }) => !resumedDrafts.has(id))
    if (entry === undefined) return null
    resumedDrafts.add(entry.id)
    return entry.meterId
  } catch {
    return null
  }
}

/** The meter that a start leads back to: whose photograph was being taken, or whose value was not confirmed. Null: none. */
export const meterAtStart = async (): Promise<number | null> =>
  (await awaitedAtStart()) ?? (await meterOfLeftDraft())
