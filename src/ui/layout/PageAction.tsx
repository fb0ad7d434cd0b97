import { ActionIcon, Button } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useIsPhone } from './breakpoints.ts'

interface Props {
  icon: TablerIcon
  label: string
  onClick: () => void
}

/** Next to the title; on phones icon only. */
export function PageAction({ icon: Icon, label, onClick }: Props) {
  const phone = useIsPhone()
  if (phone) {
    return (
      <ActionIcon variant="light" aria-label={label} onClick={onClick}>
        <Icon size={22} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <Button leftSection={<Icon size={20} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
