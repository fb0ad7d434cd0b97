import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'

export const ExpiredNote = () => (
  <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title="もう一度ログインしてください">
    ログインの有効期限が切れたか、別の画面でログアウトしました。未送信の写真はこの端末に残っています。
  </Alert>
)
