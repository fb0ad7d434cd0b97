import type { ReactNode } from 'react'
import { InlineRow } from '../form/InlineRow.tsx'

interface Props {
  label: string
  children: ReactNode
}

/** Read-only. */
export const Fact = ({ label, children }: Props) => (
  <InlineRow label={label} value={children} initial={null} />
)
