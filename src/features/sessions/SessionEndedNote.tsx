import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { SignOutReason } from '../../lib/session/session.ts'

const expired = 'ログインの有効期限が切れたか、別の画面でログアウトしました。'

const words: Record<SignOutReason, string> = {
  expired,
  discarded: `${expired}保存していなかった入力内容は失われました。`,
  unremembered:
    '「ログイン状態を保持する」にチェックがなかったため、組織を切り替えられず、ログアウトしました。切り替えたい組織の組織コードでログインしてください。',
  'password-changed': 'パスワードを変更しました。新しいパスワードでログインしてください。',
}

/** Why the session ended without the user's action. */
export const SessionEndedNote = ({ reason }: { reason: SignOutReason }) => (
  <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title="もう一度ログインしてください">
    {words[reason]}未送信の写真や値はこの端末に残っています。
  </Alert>
)
