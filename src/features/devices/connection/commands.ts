import { type Device, isAnalogInput, isCamera } from '../../../../contract/devices.ts'

export interface Command {
  label: string
  text: string
}

interface Caller {
  serverUrl: string
  /** Of an analog unit's meter. */
  channel: string
  /** `access:secret`, or placeholders. */
  key: string
  serial: string
}

/** A text as one word of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const now = '$(date -u +%Y-%m-%dT%H:%M:%SZ)'

/** V or mA in the middle of each channel's input. */
const measured: Readonly<Record<string, number>> = { '1': 8.5, '2': 2.5, '3': 12 }

/** Commands for bash that can be copied and run as they are; a camera sends `picture.jpg` of the current folder. */
export function commandsOf(type: Device['type'], { serverUrl, key, serial, channel }: Caller): Command[] {
  const call = (path: string) =>
    `curl --fail-with-body -sS -u ${quoted(key)} ${quoted(`${serverUrl}/api/v1/device-api/${path}`)} \\\n` +
    `  -H ${quoted(`Device-Serial: ${serial}`)}`
  const heartbeat = {
    label: '接続の確認',
    text: `${call('heartbeat')} -H 'Content-Type: application/json' \\\n  -d '{}'`,
  }
  const picture = {
    label: '写真の送信（現在のフォルダーの picture.jpg）',
    text:
      `${call('pictures')} -H 'Content-Type: image/jpeg' \\\n` +
      `  -H "Idempotency-Key: picture-$(date +%s)" \\\n` +
      `  -H "Content-Digest: sha-256=:$(openssl dgst -sha256 -binary picture.jpg | base64):" \\\n` +
      `  -H "Measured-At: ${now}" -H "Sent-At: ${now}" \\\n` +
      '  --data-binary @picture.jpg',
  }
  const analog = {
    label: '測定値の送信',
    text:
      `${call('analog')} -H 'Content-Type: application/json' \\\n` +
      `  -H "Idempotency-Key: analog-$(date +%s)" \\\n` +
      `  -d "{\\"channel\\":${channel},\\"measurements\\":[{\\"value\\":${measured[channel]},\\"measured_at\\":\\"${now}\\"}],\\"sent_at\\":\\"${now}\\"}"`,
  }
  return [heartbeat, ...(isCamera(type) ? [picture] : []), ...(isAnalogInput(type) ? [analog] : [])]
}
