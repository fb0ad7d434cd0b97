/** Segments, chunks or items of a file; no camera writes nearly as many. */
export const maxParts = 50_000

/**
 * Counts the parts of a file: a crafted file with millions would block the process.
 *
 * @throws RangeError for too many
 */
export function createCount(): () => void {
  let parts = 0
  return () => {
    parts += 1
    if (parts > maxParts) throw new RangeError('a file of too many parts')
  }
}
