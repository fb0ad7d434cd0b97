import { Box } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useAccount } from '../../lib/queries/account.ts'
import note from '../../ui/state/Note.module.css'

/** Progress while the server fills the demonstration. */
export function DemoFillProgress() {
  const { organization } = useAccount()
  const { online } = useNetwork()
  const { filling } = organization
  // Unknown offline.
  if (filling === undefined || !online) return null
  return (
    <Box component="p" className={note.note} data-tone="waiting" py={6} mb={8} fz="sm">
      デモのデータを準備しています {filling.done} / {filling.total}日分
    </Box>
  )
}
