import type { DeviceConnection, DeviceRejection } from '../../../../contract/device-connections.ts'

export const arrivalNames: Record<NonNullable<DeviceConnection['last_arrival']>['kind'], string> = {
  register: '登録',
  picture: '写真',
  webhook: 'Webhookの値',
  webhook_picture: 'Webhookの写真',
  analog: '測定値',
  heartbeat: '稼働の報告',
}

const callNames: Readonly<Record<string, string>> = {
  'POST register': '登録',
  'GET config': '設定の取得',
  'POST pictures': '写真の送信',
  'POST analog': '測定値の送信',
  'POST heartbeat': '稼働の報告',
  'POST ai-on-the-edge': 'Webhookの値',
  'PUT ai-on-the-edge': 'Webhookの写真',
}

/** A call of the device API in words; a call that is not known here by its address. */
export function callName({ method, path }: Pick<DeviceRejection, 'method' | 'path'>): string {
  return callNames[`${method} ${path.split('/').at(-1)}`] ?? `${method} ${path}`
}

/** Path of an issue about one row, counted from 0. */
const rowPath = /^(?:measurements\.)?(?<index>\d+)(?:\.(?<field>.+))?$/

/** Where something was wrong in a refused call: `2件目 value`. Null: the call itself, whose message says it all. */
export function issuePlace(path: string): string | null {
  if (path === 'body') return null
  const { index, field } = rowPath.exec(path)?.groups ?? {}
  if (index === undefined) return path
  return `${Number(index) + 1}件目 ${field ?? ''}`.trimEnd()
}

/** Whether an address leads back to whoever opens it, so that no device reaches the server by it. */
export const isLoopback = (url: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)
