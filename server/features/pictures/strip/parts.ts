/** Parts of a file, such as segments and chunks: no camera writes nearly as many. */
export const maxParts = 50_000

/**
 * Counts the parts of one file. Each costs time and memory of the process that answers calls, and a file made for that
 * purpose has millions.
 *
 * @throws RangeError for one too many
 */
export function createCount(): () => void {
  let parts = 0
  return () => {
    parts += 1
    if (parts > maxParts) throw new RangeError('a file of too many parts')
  }
}
