import { Alert } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'

/** Without an SMTP server. */
export const MailFolderNote = () => (
  <Alert color="gray" icon={<IconMailOff aria-hidden />} title="メールサーバーが設定されていません">
    招待メールは送信されず、サーバーの DATA_DIR/outbox-mail/
    に保存されます。招待コードを本人に渡せるのは、サーバーの運用者だけです。
  </Alert>
)
