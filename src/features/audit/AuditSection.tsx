import { Box } from '@mantine/core'
import { type ComponentProps, useId } from 'react'
import { allows } from '../../../contract/access.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { AuditPanel } from './AuditPanel.tsx'

/** 操作履歴 below what it is the history of; nothing for those who are no administrators. */
export function AuditSection(props: ComponentProps<typeof AuditPanel>) {
  const { role } = useAccount()
  const id = useId()
  if (!allows('admin', role)) return null
  return (
    <Box aria-labelledby={id} component="section" mt="lg">
      <Box id={id} component="h2" mb="xs" fz="md">
        操作履歴
      </Box>
      <AuditPanel {...props} />
    </Box>
  )
}
