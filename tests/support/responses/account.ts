import type { Account } from '../../../contract/users.ts'

/** A general user, as in API responses. */
export const anAccount = (over: Partial<Account> = {}): Account => ({
  id: 1,
  username: '点検 太郎',
  email: 'taro@example.com',
  role: 0,
  is_alert_mail: false,
  is_closing_notice: true,
  organization: {
    id: 1,
    name: '検針テスト株式会社',
    code: 'kenshin',
    use_ai_boost: false,
    time_zone: 'Asia/Tokyo',
  },
  organization_names: ['検針テスト株式会社'],
  owner_proof: 'proof',
  ...over,
})
