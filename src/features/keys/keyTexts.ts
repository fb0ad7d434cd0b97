import type { Key } from '../../../contract/keys.ts'
import { maxCountText } from '../../shared/keys/keyNames.ts'

/** Part of the calls of a day from which a key is near its limit. */
const nearPart = 0.8

type Use = Pick<Key, 'daily_count' | 'max_count'>

/** How near a key is to the calls that it has a day; null: far, or without a limit. */
export function limitState({ daily_count: used, max_count: maxCount }: Use): 'near' | 'reached' | null {
  if (maxCount === null || used < maxCount * nearPart) return null
  return used >= maxCount ? 'reached' : 'near'
}

/** 80 / 100回 */
export const countText = ({ daily_count: used, max_count: maxCount }: Use): string =>
  `${used.toLocaleString('ja-JP')} / ${maxCountText(maxCount)}`
