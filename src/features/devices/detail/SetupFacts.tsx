import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Device } from '../../../../contract/devices.ts'
import { Fact } from '../../../ui/text/Fact.tsx'
import { DeviceQrDialog } from '../DeviceQrDialog.tsx'
import { SetupKeyDialog } from '../SetupKeyDialog.tsx'
import { useDeviceSetup } from '../useDeviceSetup.ts'

/** With what a device is set up. */
export function SetupFacts({ device }: { device: Device }) {
  const setup = useDeviceSetup(device)
  const { hasQr, hasFile, saving, save } = setup
  const [showsQr, setShowsQr] = useState(false)
  return (
    <>
      {hasQr && (
        <Fact label="QRコード">
          <Button variant="default" size="sm" aria-label="QRコードを表示" onClick={() => setShowsQr(true)}>
            表示
          </Button>
        </Fact>
      )}
      {hasFile && (
        <Fact label="設定ファイル">
          <Button
            variant="default"
            size="sm"
            aria-label="設定ファイルを保存"
            loading={saving}
            onClick={() => void save()}
          >
            保存
          </Button>
        </Fact>
      )}
      {setup.choices && (
        <SetupKeyDialog
          keys={setup.choices}
          onSave={(keyId) => void setup.saveWith(keyId)}
          onClose={() => setup.setChoices(null)}
        />
      )}
      {showsQr && <DeviceQrDialog device={device} onClose={() => setShowsQr(false)} />}
    </>
  )
}
