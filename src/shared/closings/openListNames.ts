import type { OpenList } from '../../../contract/closing/openLists.ts'

export const openListNames: Record<OpenList, string> = {
  missing: '未検針',
  review: '要確認',
  estimated: '推定',
  parent: '親子差',
  compared: '比較',
  backwards: '逆回り',
  estimated_twice: '連続推定',
  verification_expired: '検定切れ',
}
