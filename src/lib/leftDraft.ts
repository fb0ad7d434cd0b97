import type { Capture } from '../../offline/captures.ts'
import { draftLock, listCaptures } from '../../offline/outbox.ts'
import { belongsTo } from '../../offline/rows.ts'
import type { Owner } from '../../offline/sendable.ts'
import { readSession } from '../../offline/storedSession.ts'

/** Photographs that this page has led back to: leaving one without a decision must not lead to it forever. */
const led = new Set<string>()

/** The person's photographs without a decision that no screen has open, the oldest first. */
export async function leftDrafts(owner: Owner): Promise<Capture[]> {
  const captures = await listCaptures(owner.userId)
  // Read after the rows, because a screen locks a draft before it stores it.
  const { held = [] } = await navigator.locks.query()
  const open = new Set(held.map(({ name }) => name))
  return captures
    .filter((row) => row.state === 'draft' && belongsTo(row, owner) && !open.has(draftLock(row.id)))
    .reverse()
}

/** The meter whose photograph waits for its value since the app was ended. Null: none, or the person was led to it before. */
export async function meterOfLeftDraft(): Promise<number | null> {
  try {
    const session = await readSession()
    const draft = session && (await leftDrafts(session)).find(({ id }) => !led.has(id))
    if (!draft) return null
    led.add(draft.id)
    return draft.meterId
  } catch {
    return null
  }
}
