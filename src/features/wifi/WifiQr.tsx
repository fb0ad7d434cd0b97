import { Box, Button, Stack, TextInput } from '@mantine/core'
import { IconDownload, IconQrcode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { saveFile } from '../../lib/files/saveFile.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { QrSize } from '../../ui/qr/QrSize.tsx'
import classes from './WifiQr.module.css'
import { wifiText } from './wifiText.ts'

const loadPicture = () => import('../../ui/qr/QrPicture.tsx')
const QrPicture = lazy(loadPicture)

/** Side in pixels. */
const firstSize = 300

const wifiForm = z.object({ ssid: z.string(), password: z.string() })

/** QR code with which a camera or phone joins a WiFi network. Nothing leaves this page. */
export function WifiQr() {
  const [size, setSize] = useState(firstSize)
  const { form, submit } = useSubmitForm({
    initialValues: { ssid: '', password: '' },
    schema: wifiForm,
    failed: '画像を作成できませんでした',
    send: async (typed) => {
      const { qrFile } = await loadPicture()
      await saveFile(await qrFile({ text: wifiText(typed.ssid, typed.password), size }, 'wifi-qr.png'))
    },
  })
  const { ssid, password } = form.values
  const complete = ssid !== '' && password !== ''
  return (
    <form className={classes.layout} onSubmit={submit} noValidate autoComplete="off">
      <Stack>
        <Box component="p" c="dimmed">
          入力した内容は保存されません。
        </Box>
        <TextInput label="SSID" autoCapitalize="none" spellCheck={false} {...form.getInputProps('ssid')} />
        <PasswordField label="パスワード" autoComplete="off" {...form.getInputProps('password')} />
        <QrSize size={size} onChange={setSize} />
      </Stack>
      <Stack align="center">
        {complete ? (
          <Suspense fallback={<div className={classes.empty} />}>
            <QrPicture text={wifiText(ssid, password)} size={size} label="WiFiのQRコード" />
          </Suspense>
        ) : (
          <div className={classes.empty}>
            <IconQrcode size={48} stroke={1.25} aria-hidden />
            <p>SSIDとパスワードを入力すると、ここにQRコードを表示します。</p>
          </div>
        )}
        <Button
          type="submit"
          size="lg"
          leftSection={<IconDownload size={20} aria-hidden />}
          fullWidth
          disabled={!complete}
        >
          PNGをダウンロード
        </Button>
      </Stack>
    </form>
  )
}
