import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { DeviceCredentials } from '../../../contract/device-connections.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { SetupKeySelect } from './SetupKeySelect.tsx'

interface Props {
  keys: DeviceCredentials['shared_keys']
  onSave: (keyId: number | null) => void
  onClose: () => void
}

/** Asks which key a configuration file contains. */
export function SetupKeyDialog({ keys, onSave, onClose }: Props) {
  const [keyId, setKeyId] = useState<number | null>(null)
  return (
    <Dialog
      opened
      title="設定ファイルのキー"
      onClose={onClose}
      actions={<Button onClick={() => onSave(keyId)}>保存</Button>}
    >
      <Stack>
        <SetupKeySelect keys={keys} value={keyId} onChange={setKeyId} />
      </Stack>
    </Dialog>
  )
}
