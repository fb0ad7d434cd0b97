import { whenRefused, withDatabase } from './database.ts'
import { isCapture, isKnown } from './rows.ts'
import type { RowState } from './sendable.ts'

/** Captures that will not become readings. */
const lost: readonly RowState[] = ['rejected', 'quarantined', 'discarded']

/** Whether this device has another capture of the same meter with the same bytes, sent or not. */
export async function isSamePicture(id: string): Promise<boolean> {
  const stored = await withDatabase((database) => database.getAll('captures')).catch(whenRefused([]))
  const captures = stored.filter(isKnown).filter(isCapture)
  const own = captures.find((capture) => capture.id === id)
  return captures.some(
    (other) =>
      own !== undefined &&
      other.id !== id &&
      other.meterId === own.meterId &&
      other.sha256 === own.sha256 &&
      !lost.includes(other.state),
  )
}
