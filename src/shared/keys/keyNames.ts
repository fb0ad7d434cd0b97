import { type KeyType, keyType } from '../../../contract/access.ts'

export const keyTypeNames: Record<KeyType, string> = {
  [keyType.common]: 'Common（共通）',
  [keyType.device]: 'Device（端末）',
}

/** 100回 */
export const maxCountText = (count: number | null): string =>
  count === null ? '無制限' : `${count.toLocaleString('ja-JP')}回`

export const ipsText = (ips: string | null): string =>
  ips === null ? 'すべて許可' : ips.replaceAll(',', '、')
