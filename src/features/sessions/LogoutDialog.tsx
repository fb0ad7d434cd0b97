import { Alert, Button, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangle, IconFileZip, IconSend } from '@tabler/icons-react'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import type { Logout } from './useLogout.ts'

interface Props {
  logout: Logout
}

/** With unsent captures: send, stay, or leave after a second question. */
export function LogoutDialog({ logout }: Props) {
  const { step, unsent, failed, working, send, exportAll, leave, insist, stay } = logout
  const { online } = useNetwork()
  const busy = working !== null
  if (step === 'sure') {
    return (
      <Dialog
        opened
        title="未送信のままログアウトしますか"
        onClose={stay}
        actions={
          <>
            <Button variant="default" onClick={stay} disabled={busy}>
              戻る
            </Button>
            <Button color="red" onClick={() => void leave()} loading={working === 'leaving'}>
              ログアウト
            </Button>
          </>
        }
      >
        <Text>
          未送信の写真{unsent}件はこの端末に残ります。次に同じユーザーでログインするまで送信されません。
        </Text>
      </Dialog>
    )
  }
  const empty = unsent === 0
  return (
    <Dialog
      opened={step === 'unsent'}
      title={empty ? 'すべて送信しました' : `未送信の写真が${unsent}件あります`}
      onClose={stay}
      actions={
        empty ? (
          <Button onClick={() => void leave()} loading={busy}>
            ログアウト
          </Button>
        ) : (
          <Button variant="default" onClick={stay} disabled={busy}>
            このままにする
          </Button>
        )
      }
    >
      {empty ? (
        <Text>未送信の写真はありません。ログアウトできます。</Text>
      ) : (
        <Stack>
          <Text id="send-first">
            {online
              ? 'ログアウトする前に送信してください。'
              : 'オフラインのため送信できません。電波の届く所で送信してください。'}
            写真はログアウトしても端末から消えません。
          </Text>
          {online && failed > 0 && (
            <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
              {failed}件を送信できませんでした。未送信の一覧で理由を確認してください。
            </Alert>
          )}
          <Button
            size="lg"
            leftSection={<IconSend size={20} aria-hidden />}
            onClick={() => void send()}
            loading={working === 'sending'}
            disabled={!online}
            aria-describedby="send-first"
          >
            今すぐ送信
          </Button>
          <Button
            variant="default"
            size="lg"
            leftSection={<IconFileZip size={20} aria-hidden />}
            onClick={() => void exportAll()}
            loading={working === 'exporting'}
          >
            ファイルに書き出す
          </Button>
          <Button variant="subtle" color="red" onClick={insist} disabled={busy}>
            それでもログアウト
          </Button>
        </Stack>
      )}
    </Dialog>
  )
}
