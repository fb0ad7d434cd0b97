import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { safeName } from '../../lib/safeName.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './QrDialog.module.css'

interface Props {
  meter: Meter
  opened: boolean
  onClose: () => void
}

/** The QR code of a meter as the sticker that is printed: nothing else of the screen comes on paper. */
export default function QrDialog({ meter, opened, onClose }: Props) {
  const [failed, setFailed] = useState(false)
  return (
    <Dialog
      title="メーターのQRコード"
      opened={opened}
      onClose={onClose}
      width={440}
      actions={
        <>
          <Button
            component="a"
            variant="default"
            href={meter.qr_image}
            download={`${safeName(meter.name)}-QR.png`}
            leftSection={<IconDownload size={20} aria-hidden />}
          >
            画像を保存
          </Button>
          <Button
            leftSection={<IconPrinter size={20} aria-hidden />}
            disabled={failed}
            onClick={() => window.print()}
          >
            印刷
          </Button>
        </>
      }
    >
      <figure className={classes.sticker}>
        {failed ? (
          <p role="status">QRコードを表示できません。電波の届く所で開き直してください。</p>
        ) : (
          <img
            className={classes.code}
            src={meter.qr_image}
            alt={`${meter.name}の撮影画面を開くQRコード`}
            onError={() => setFailed(true)}
          />
        )}
        <figcaption className={classes.name}>{meter.name}</figcaption>
      </figure>
      <p>メーターに貼っておくと、スマートフォンで読み取るだけで撮影画面が開きます。</p>
    </Dialog>
  )
}
