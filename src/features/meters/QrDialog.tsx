import { Box, Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { failureSchema } from '../../../contract/calls/errors.ts'
import type { Meter } from '../../../contract/meters.ts'
import { ApiError } from '../../failures/callErrors.ts'
import { failureText } from '../../failures/failureText.ts'
import { sanitizeFileName } from '../../lib/files/sanitizeFileName.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import classes from './QrDialog.module.css'

interface Props {
  meter: Meter
  opened: boolean
  onClose: () => void
}

/** A meter's QR code as a sticker; only this is printed. */
export function QrDialog({ meter, opened, onClose }: Props) {
  const [failure, setFailure] = useState<string | null>(null)
  const failed = failure !== null
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
            download={`${sanitizeFileName(meter.name)}-QR.png`}
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
          <Box component="p" role="status" my="md">
            {failure}
          </Box>
        ) : (
          <img
            className={classes.code}
            src={meter.qr_image}
            alt={`${meter.name}の撮影画面を開くQRコード`}
            onError={() => void whyNot(meter.qr_image).then(setFailure)}
          />
        )}
        <Box component="figcaption" px="sm" fw={700} className="break-anywhere">
          {meter.name}
        </Box>
      </figure>
      <Box component="p" my="md">
        メーターに貼っておくと、スマートフォンで読み取るだけで撮影画面が開きます。
      </Box>
    </Dialog>
  )
}

/** An `<img>` does not expose the server's error. */
async function whyNot(address: string): Promise<string> {
  try {
    const failure = failureSchema.safeParse(await (await fetch(address)).json())
    if (failure.data?.code === 'public_url_missing') {
      const { title, detail } = failureText(new ApiError({ ...failure.data, status: 409, requestId: null }))
      return `${title}。${detail}`
    }
  } catch {
    // Offline, or no answer of ours.
  }
  return 'QRコードを表示できません。電波の届く所で開き直してください。'
}
