import { Box, Button, Flex, Skeleton, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Device } from '../../../contract/devices.ts'
import { deviceCredentialsQuery } from '../../lib/queries/deviceConnection.ts'
import { useDeviceOrganization } from '../../lib/queries/deviceOrganization.ts'
import { deviceQrQuery } from '../../lib/queries/devices.ts'
import { isKeyExpired } from '../../shared/keys/keyExpiry.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { QrSize, qrSizes } from '../../ui/qr/QrSize.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import classes from './DeviceQrDialog.module.css'
import { SetupKeySelect } from './SetupKeySelect.tsx'

const QrPicture = lazy(() => import('../../ui/qr/QrPicture.tsx'))

interface Props {
  device: Pick<Device, 'id' | 'name'>
  onClose: () => void
}

const isSize = (size: unknown): size is number =>
  typeof size === 'number' && size >= qrSizes.min && size <= qrSizes.max

/** The QR code by which a device registers, and its text. */
export function DeviceQrDialog({ device: { id, name }, onClose }: Props) {
  const { id: organizationId } = useDeviceOrganization()
  const [keyId, setKeyId] = useState<number | null>(null)
  const { data: text, error, refetch } = useQuery(deviceQrQuery(id, organizationId, keyId))
  const { data: credentials } = useQuery(deviceCredentialsQuery(id, organizationId))
  const now = useCurrentMinute()
  const notices = useFailureNotices()
  const key = credentials?.key ?? null
  const hasKey = key !== null && !isKeyExpired(key.expire_at, now)
  const [stored, setSize] = useLocalStorage<number>({
    key: 'deviceQRcodeSize',
    defaultValue: qrSizes.min,
    getInitialValueInEffect: false,
  })
  const size = isSize(stored) ? stored : qrSizes.min
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text ?? '')
      notify.success('QRコードの文字列をコピーしました')
    } catch {
      notices.warning('コピーできませんでした。文字列を選択してコピーしてください。')
    }
  }
  return (
    <Dialog
      opened
      title={`${name}のQRコード`}
      onClose={onClose}
      actions={
        <Button
          leftSection={<IconCopy size={20} aria-hidden />}
          disabled={error !== null}
          loading={text === undefined && error === null}
          onClick={() => void copy()}
        >
          文字列をコピー
        </Button>
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Stack>
          {credentials !== undefined && !hasKey && (
            <SetupKeySelect keys={credentials.shared_keys} value={keyId} onChange={setKeyId} />
          )}
          <QrSize size={size} onChange={setSize} />
          <Flex justify="center">
            {text === undefined ? (
              <Skeleton width={size} height={size} />
            ) : (
              <Suspense fallback={<Skeleton width={size} height={size} />}>
                <QrPicture text={text} size={size} label={`${name}を登録するQRコード`} />
              </Suspense>
            )}
          </Flex>
          <code className={classes.text}>{text}</code>
          <Box component="p" c="dimmed">
            端末のカメラに読み取らせると、この端末として登録されます。シリアル番号、アクセスハッシュ、APIキーが含まれています。読み取れないときは、画像のサイズを大きくしてください。ほかの人に渡さないでください。
          </Box>
        </Stack>
      )}
    </Dialog>
  )
}
