import { Alert } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'

interface Props {
  /** Such as 招待メール. */
  mail: string
  /** What the mail contains, such as 招待コード. */
  code: string
}

/** Says before a mail is written that no SMTP server is set. */
export const MailFolderNote = ({ mail, code }: Props) => (
  <Alert color="gray" icon={<IconMailOff aria-hidden />} title="メールサーバーが設定されていません">
    {mail}は送信されず、サーバーの DATA_DIR/outbox-mail/ に保存されます。{code}
    を本人に渡せるのは、サーバーの運用者だけです。
  </Alert>
)

/** Says after a mail was written where it is. */
export const storedMail = (mail: string): string =>
  `${mail}は送信されず、サーバーの DATA_DIR/outbox-mail/ に保存されました。`
