import { Box, Switch } from '@mantine/core'
import { useState } from 'react'
import type { ApiKey } from '../../../../contract/device-connections.ts'
import { type Device, isCamera } from '../../../../contract/devices.ts'
import { parseAnalog } from '../../../lib/meters/analogSettings.ts'
import { useMasters } from '../../../lib/queries/masters.ts'
import { Fact } from '../../../ui/text/Fact.tsx'
import { CopyText } from './CopyText.tsx'
import { commandsOf } from './commands.ts'

interface Props {
  device: Device
  serverUrl: string
  /** The device's own key; null: none, or the user may not see it. */
  apiKey: ApiKey | null
}

const placeholder = 'アクセスキー:シークレットキー'

/** Commands with which a device is tried out, and the settings of AI-on-the-edge-device. Copying takes the key along. */
export function DeviceCommands({ device, serverUrl, apiKey }: Props) {
  const [visible, setVisible] = useState(false)
  const key = apiKey === null ? placeholder : `${apiKey.access_key}:${apiKey.secret_key}`
  const shownKey = apiKey !== null && !visible ? `${apiKey.access_key}:••••••••` : key
  const { meters } = useMasters('meters')
  const ids = device.meters.map(({ id }) => id)
  const [analog] = meters.flatMap(({ id, analog_settings: settings }) =>
    ids.includes(id) ? (parseAnalog(settings) ?? []) : [],
  )
  const caller = { serverUrl, serial: device.serial_number ?? '', channel: analog?.channel ?? '1' }
  const copied = commandsOf(device.type, { ...caller, key })
  return (
    <>
      <div>
        <Box component="h3" mb={4} fz={15}>
          コマンドで試す
        </Box>
        <Box component="p" c="dimmed">
          {apiKey === null
            ? '「アクセスキー:シークレットキー」は、この端末のキーに置き換えてください。'
            : 'コピーすると、この端末のキーが入ります。ほかの人に渡さないでください。'}
        </Box>
        {apiKey !== null && (
          <Switch
            my="xs"
            size="md"
            label="シークレットキーを表示"
            checked={visible}
            onChange={({ currentTarget }) => setVisible(currentTarget.checked)}
          />
        )}
        {commandsOf(device.type, { ...caller, key: shownKey }).map(({ label, text }, index) => (
          <div key={label}>
            <Box component="p" c="dimmed">
              {label}
            </Box>
            <CopyText label={`${label}のコマンド`} shown={text} copied={copied[index]?.text ?? text} block />
          </div>
        ))}
      </div>
      {isCamera(device.type) && (
        <div>
          <Box component="h3" mb={4} fz={15}>
            AI-on-the-edge-device の Webhook
          </Box>
          <Fact label="URI">
            <CopyText label="URI" shown={`${serverUrl}/api/v1/device-api/ai-on-the-edge`} />
          </Fact>
          <Fact label="API Key">
            <CopyText label="API Key" shown={shownKey} copied={key} />
          </Fact>
          <Fact label="Upload Image">Always、または On Error</Fact>
          <Box component="p" c="dimmed">
            キーは APIKEY ヘッダーで送られます。
            {serverUrl.startsWith('https:') &&
              '標準のファームウェアはHTTPSで送信できません。端末のネットワークから http:// で接続できるアドレスを設定してください。'}
          </Box>
        </div>
      )}
    </>
  )
}
