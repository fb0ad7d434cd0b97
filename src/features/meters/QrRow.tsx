import { Button } from '@mantine/core'
import { lazy, useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { WhenOpened } from '../../ui/state/WhenOpened.tsx'
import { Fact } from '../../ui/text/Fact.tsx'

const QrDialog = lazy(() => import('./QrDialog.tsx'))

/** QRコード: the sticker that brings an inspector to this meter’s capture. */
export function QrRow({ meter }: { meter: Meter }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Fact label="QRコード">
        <Button variant="default" size="sm" onClick={() => setOpened(true)} aria-label="QRコードを表示">
          表示
        </Button>
      </Fact>
      <WhenOpened opened={opened}>
        <QrDialog meter={meter} opened={opened} onClose={() => setOpened(false)} />
      </WhenOpened>
    </>
  )
}
