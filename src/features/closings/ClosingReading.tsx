import { useState } from 'react'
import type { BoardMeter } from './boardRows.ts'
import type { ReadingDialogOf } from './NearReadings.tsx'

interface Props {
  row: BoardMeter
  reading: ReadingDialogOf
  onClose: () => void
}

/** The closing reading of a meter; the one at the start of its month is one step away. */
export function ClosingReading({ row, reading, onClose }: Props) {
  const listed = [row.start, row.end].flatMap((index) => (index?.reading_ids ?? []).map((id) => ({ id })))
  const [id, setId] = useState(listed.at(-1)?.id)
  return id === undefined ? null : reading({ id, listed, onMove: setId, onClose })
}
