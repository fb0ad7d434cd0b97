import { Alert } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'

/** Says that the code of a forgotten password is not mailed. Does not say whether the account exists. */
export const StoredCodeNote = () => (
  <Alert color="gray" icon={<IconMailOff aria-hidden />} title="メールは送信されません">
    メールサーバーが設定されていません。登録済みのメールアドレスであれば、確認コードはサーバーの
    DATA_DIR/outbox-mail/ に保存されます。サーバーの運用者にお問い合わせください。
  </Alert>
)
