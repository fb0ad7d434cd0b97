import { Tooltip } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface Props {
  target: HTMLElement
  opened: boolean
  label: ReactNode
  position: 'top' | 'right'
  onClose: () => void
}

/** What `useHint` shows. */
export default function Hint({ target, opened, label, position, onClose }: Props): ReactNode {
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose()
  })
  return <Tooltip target={target} opened={opened} label={label} position={position} />
}
