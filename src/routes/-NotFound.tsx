import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { accessKey } from '../lib/session/sessionKeys.ts'
import { StateMessage } from '../ui/state/StateMessage.tsx'

/** For unknown addresses and those the user may not see. */
export function NotFound() {
  // The shell has its own `main`.
  const Frame = accessKey() === null ? 'main' : 'div'
  return (
    <Frame>
      <title>ページが見つかりません | 検針</title>
      <StateMessage
        heading
        icon={IconMapQuestion}
        title="ページが見つかりません"
        text="アドレスが正しくないか、表示する権限がありません。"
        action={
          <Button component={Link} to="/">
            ホームへ
          </Button>
        }
      />
    </Frame>
  )
}
