import type { RecordedTime } from '../../../offline/captures.ts'
import { type Photograph, readBytes, readCapture } from '../../../offline/outbox.ts'
import type { Owner } from '../../../offline/sendable.ts'
import { listDrafts, listTakenBack, lockFreeDraft } from '../../lib/held/drafts.ts'
import type { Still } from './camera/still.ts'

/** A photograph that is stored on this device, undecided. */
export interface Draft extends Pick<Photograph, 'clockOffset'> {
  id: string
  still: Still
  capturedAt: number
  /** Of a picture that was chosen; null: taken just now. */
  recorded: RecordedTime | null
  savedAt: number
  release: () => void
}

/** A value without a photograph. */
export interface EnteredHere {
  /** Key of its row. */
  id: string
  isStored: boolean
  /** Null: not confirmed yet. */
  value: number | null
  /** When the inspector began to enter it, by the phone's clock. */
  at: number
  clockOffset: number | null
}

/**
 * Returns the oldest photograph of the meter that was left without a decision and that no other screen has open, locked;
 * if there is none, the value without a photograph that was taken back before the page ended. Null: neither, or `isWanted`
 * has become false in the meantime.
 */
export async function findUnfinished(
  owner: Owner,
  meterId: number,
  isWanted: () => boolean,
): Promise<Draft | EnteredHere | null> {
  const left = (await listDrafts(owner)).filter((draft) => draft.meterId === meterId)
  for (const { id } of left) {
    if (!isWanted()) return null
    const release = await lockFreeDraft(id)
    if (release === null) continue
    // Another screen may have decided in between.
    const [row, bytes] = await Promise.all([readCapture(id), readBytes(id)]).catch((error: unknown) => {
      release()
      throw error
    })
    if (row?.state === 'draft' && bytes !== null && isWanted()) {
      const { mime, capturedAt, savedAt = capturedAt, recorded = null, clockOffset = null } = row
      return { id, still: { bytes, mime }, capturedAt, clockOffset, recorded, savedAt, release }
    }
    release()
  }
  const entry = (await listTakenBack(owner)).find((row) => row.meterId === meterId)
  if (entry === undefined || !isWanted()) return null
  const { id, value, capturedAt: at, clockOffset = null } = entry
  return { id, isStored: false, value, at, clockOffset }
}
