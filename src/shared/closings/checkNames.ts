import type { ClosingCheck } from '../../../contract/closing/checks.ts'

/** What can be checked before a month is closed. */
export const closingCheckNames: Record<ClosingCheck, string> = {
  previous: '前月比',
  last_year: '前年同月比',
  zero: '使用量0（前月は使用あり）',
  parent: '親子差（3 %を超える差）',
  backwards: '逆回り',
  estimated_twice: '2回続けて推定',
  verification_expired: '検定有効期限切れ',
}
