import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { Fact } from '../../ui/text/Fact.tsx'
import { QrDialog } from './QrDialog.tsx'

/** QRコード: a sticker that opens this meter’s capture. */
export function QrRow({ meter }: { meter: Meter }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Fact label="QRコード">
        <Button variant="default" size="sm" onClick={() => setOpened(true)} aria-label="QRコードを表示">
          表示
        </Button>
      </Fact>
      <QrDialog meter={meter} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
