import { amendedCaptures } from './amendments.ts'
import type { Capture } from './captures.ts'
import { whenRefused, withDatabase } from './database.ts'
import { isCapture, isKnown } from './rows.ts'
import type { RowState } from './sendable.ts'

/** Captures that will not become readings. */
const lost: readonly RowState[] = ['rejected', 'quarantined', 'discarded']

/** Other captures of the same meter with the same bytes on this device, sent or not, without those that are withdrawn. */
export async function findSamePictures(id: string): Promise<Capture[]> {
  const stored = await withDatabase((database) => database.getAll('captures')).catch(whenRefused([]))
  const captures = amendedCaptures(stored.filter(isKnown)).filter(isCapture)
  const own = captures.find((capture) => capture.id === id)
  return captures.filter(
    (other) =>
      own !== undefined &&
      other.id !== id &&
      other.meterId === own.meterId &&
      other.sha256 === own.sha256 &&
      !lost.includes(other.state),
  )
}
