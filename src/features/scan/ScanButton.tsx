import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

/** Lazy: opened by few, and with the camera. */
const ScanDialog = lazy(async () => ({ default: (await import('./ScanDialog.tsx')).ScanDialog }))

interface Props {
  /** A meter's capture opens. */
  onFound?: () => void
}

/** Opens a meter's capture by the QR code on it. */
export function ScanButton({ onFound }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        flex="none"
        h="var(--control-height)"
        px="sm"
        variant="default"
        leftSection={<IconQrcode size={20} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        QR
      </Button>
      {opened && (
        <Suspense>
          <ScanDialog
            onClose={() => setOpened(false)}
            onFound={() => {
              setOpened(false)
              onFound?.()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
