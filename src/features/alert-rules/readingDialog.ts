import type { ReactNode } from 'react'

/** A reading above the form, with its picture. */
export type ReadingDialogOf = (shown: { id: number; onClose: () => void }) => ReactNode
