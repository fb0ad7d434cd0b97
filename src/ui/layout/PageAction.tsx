import { ActionIcon, Button } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useIsPhone } from './breakpoints.ts'

interface Props {
  icon: TablerIcon
  label: string
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}

/** Next to the title; on phones icon only. */
export function PageAction({ icon: Icon, label, onClick, ref }: Props) {
  const phone = useIsPhone()
  if (phone) {
    return (
      <ActionIcon ref={ref} variant="light" aria-label={label} onClick={onClick}>
        <Icon size={22} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <Button ref={ref} leftSection={<Icon size={20} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
