import { type ListedOrganization, organizationStatus } from '../../../contract/organizations.ts'
import { type PlanType, planType } from '../../../contract/plans.ts'

export const organizationStatusNames = {
  [organizationStatus.active]: '利用中',
  [organizationStatus.stopped]: '停止中',
  [organizationStatus.deleted]: '削除済み',
} as const

/** Whether its members and devices are refused because its expiry date has passed. */
export const isExpired = (
  { expire_at: expiry }: Pick<ListedOrganization, 'expire_at'>,
  now: number,
): boolean => expiry !== null && Date.parse(expiry) <= now

/** The state of an organization in a word: an active one that has expired is 期限切れ. */
export const organizationStateText = (
  organization: Pick<ListedOrganization, 'status' | 'expire_at'>,
  now: number,
): string =>
  organization.status === organizationStatus.active && isExpired(organization, now)
    ? '期限切れ'
    : organizationStatusNames[organization.status]

export const organizationLabels = {
  name: '組織名',
  code: '組織コード',
  plan: 'プラン',
  status: '状態',
  expire_at: '有効期限',
  use_ai_boost: 'AIブースト',
  image_keep_duration: '画像保存期間',
  demo_enabled: 'デモ',
  quiet_hours: '通知の休止時間',
  alert_escalation: '確認されないアラートの通知先',
  alert_repeat: '確認されないアラートの再通知',
  blind_sample_percent: '抜き取り確認（%）',
  protected: '保護',
} as const

export const boostText = (used: boolean): string => (used ? '利用中' : 'オフ')
export const demoText = (enabled: boolean): string => (enabled ? 'デモ利用中' : '通常')
export const protectedText = (on: boolean): string => (on ? '保護中' : 'オフ')
export const keepText = (days: number | null): string => (days === null ? '無制限' : `${days}日`)
export const noExpiry = '無期限'

export const planTypeNames: Record<PlanType, string> = {
  [planType.trial]: 'Trial',
  [planType.basic]: 'Basic',
  [planType.premium]: 'Premium',
  [planType.expert]: 'Expert',
  [planType.unlimited]: 'Unlimited',
}

export const planLimitLabels = {
  ai_api_max_count: 'AI上限',
  ai_api_free_count: 'AI-FREE上限',
  limit_mobile_count: 'MOBILE上限',
} as const

export const planFlagLabels = {
  allow_devices: '端末',
  allow_apps: 'アプリ',
  allow_apis: 'AI',
  allow_mobiles: 'モバイル',
} as const

/** What a plan's flag allows. */
export const planFlagDescriptions = {
  allow_devices: 'カメラ・ルーター・アナログ入力の登録と報告',
  allow_apps: 'スマートフォンでの撮影',
  allow_apis: 'APIキーとAI読取（/analyze）',
  allow_mobiles: 'モバイル端末の登録',
} as const

export const limitText = (limit: number | null): string =>
  limit === null ? '未設定' : limit.toLocaleString('ja-JP')
export const allowedText = (allowed: boolean): string => (allowed ? '許可' : '不可')
