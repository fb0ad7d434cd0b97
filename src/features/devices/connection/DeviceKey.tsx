import { Box, Button, Flex } from '@mantine/core'
import { use, useState } from 'react'
import { role } from '../../../../contract/access.ts'
import type { DeviceCredentials } from '../../../../contract/device-connections.ts'
import type { Device } from '../../../../contract/devices.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { useWithdrawDeviceKey } from '../../../lib/queries/deviceConnection.ts'
import { keyExpiryWarning } from '../../../shared/keys/keyExpiry.ts'
import { AccessKey, SecretKey } from '../../../shared/keys/Secret.tsx'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { Fact } from '../../../ui/text/Fact.tsx'
import { formatFullTime } from '../../../ui/text/formatTime.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { AccessHashDialog } from './AccessHashDialog.tsx'
import classes from './DeviceConnection.module.css'
import { DeviceKeyDialog } from './DeviceKeyDialog.tsx'

interface Props {
  device: Device
  credentials: DeviceCredentials
}

/** The device's own key, for administrators; and its access hash, for system administrators. */
export function DeviceKey({ device, credentials }: Props) {
  const { role: own } = useAccount()
  const [editsHash, setEditsHash] = useState(false)
  const [renews, setRenews] = useState(false)
  const withdrawal = useWithdrawDeviceKey()
  const { id, name } = device
  const { key, access_hash: accessHash } = credentials
  const withdraw = async () => {
    const agreed = await confirm({
      title: 'キーを無効にする',
      text: `「${name}」のキーを無効にします。このキーを設定した端末は、すぐに送信できなくなります。元に戻せません。`,
      confirm: '無効にする',
      destructive: true,
    })
    if (!agreed) return
    withdrawal.mutate(
      { id },
      {
        onSuccess: () => notify.success(`「${name}」のキーを無効にしました`),
        onError: (error) => notify.failure(error, { title: 'キーを無効にできませんでした' }),
      },
    )
  }
  return (
    <div>
      <Box component="h3" mb={4} fz={15}>
        この端末のキー
      </Box>
      {key === null ? (
        <NoKey shared={credentials.shared_keys} />
      ) : (
        <>
          <Fact label="アクセスキー">
            <AccessKey name={name} text={key.access_key} />
          </Fact>
          <Fact label="シークレットキー">
            <SecretKey name={name} text={key.secret_key} />
          </Fact>
          <Fact label="作成日時">
            <TimeText time={key.created_at} />
          </Fact>
          <Fact label="有効期限">{key.expire_at === null ? 'なし' : <Expiry time={key.expire_at} />}</Fact>
        </>
      )}
      {own === role.system && (
        <Fact label="アクセスハッシュ">
          {accessHash === null ? (
            '未登録'
          ) : (
            <SecretKey name={name} what="アクセスハッシュ" text={accessHash} />
          )}
        </Fact>
      )}
      <Flex wrap="wrap" gap="xs" mt="xs">
        <Button variant={key === null ? 'filled' : 'default'} onClick={() => setRenews(true)}>
          {key === null ? 'キーを作成' : 'キーを更新'}
        </Button>
        {key !== null && (
          <Button
            variant="default"
            c="var(--abnormal-text)"
            loading={withdrawal.isPending}
            onClick={() => void withdraw()}
          >
            キーを無効にする
          </Button>
        )}
        {own === role.system && (
          <Button variant="default" onClick={() => setEditsHash(true)}>
            アクセスハッシュを変更
          </Button>
        )}
      </Flex>
      {renews && (
        <DeviceKeyDialog device={device} isRenewal={key !== null} onClose={() => setRenews(false)} />
      )}
      {editsHash && <AccessHashDialog device={device} onClose={() => setEditsHash(false)} />}
    </div>
  )
}

/** An expiry with a warning in its last 30 days. */
function Expiry({ time }: { time: string }) {
  const zone = use(TimeZone)
  const warning = keyExpiryWarning(time, useCurrentMinute())
  return (
    <>
      {formatFullTime(Date.parse(time), zone)}
      {warning !== null && (
        <Box component="span" fw={600} c="var(--abnormal-text)">
          {' '}
          {warning}
        </Box>
      )}
    </>
  )
}

const NoKey = ({ shared }: { shared: DeviceCredentials['shared_keys'] }) => (
  <>
    <Box component="p" c="dimmed">
      {shared.length === 0
        ? 'キーがないため、この端末はまだ送信できません。'
        : '専用のキーはありません。この端末は、すべての端末用の次のキーでも送信できます。'}
    </Box>
    {shared.length > 0 && (
      <ul className={classes.issues}>
        {shared.map(({ id, name, expire_at: expireAt }) => (
          <li key={id}>
            {name}（有効期限 <Expiry time={expireAt} />）
          </li>
        ))}
      </ul>
    )}
  </>
)
