import type { Row } from '../../../../offline/rows.ts'
import { isUnsent, type RowState } from '../../../../offline/sendable.ts'

interface Part {
  label: string
  rows: readonly Row[]
}

const parts: readonly { label: string; holds: (state: RowState) => boolean }[] = [
  { label: '未送信', holds: isUnsent },
  { label: '保留', holds: (state) => state === 'aside' },
  { label: '破棄', holds: (state) => state === 'discarded' },
  { label: '送信済', holds: (state) => state === 'sent' },
]

/** The rows by what becomes of them, empty parts left out. */
export const partsOf = (rows: readonly Row[]): Part[] =>
  parts
    .map(({ label, holds }) => ({ label, rows: rows.filter(({ state }) => holds(state)) }))
    .filter((part) => part.rows.length > 0)
