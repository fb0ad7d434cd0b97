import { Alert, Button, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangle, IconFileZip, IconList, IconSend } from '@tabler/icons-react'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import type { Logout } from './useLogout.ts'

interface Props {
  logout: Logout
}

/** With unsent captures: send, stay, or leave after a second question. */
export function LogoutDialog({ logout }: Props) {
  const { step, left, failed, working, send, exportAll, leave, insist, stay } = logout
  const { online } = useNetwork()
  const busy = working !== null
  const { unsent, aside } = left
  const counted = [unsent > 0 && `未送信 ${unsent}件`, aside > 0 && `保留 ${aside}件`]
    .filter((each) => each !== false)
    .join('、')
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
        <Text>{counted}はこの端末に残ります。次に同じユーザーでログインするまで送信しません。</Text>
      </Dialog>
    )
  }
  const empty = unsent + aside === 0
  return (
    <Dialog
      opened={step === 'unsent'}
      title={empty ? 'すべて送信しました' : `${counted}があります`}
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
        <Text>未送信の写真や値はありません。ログアウトできます。</Text>
      ) : (
        <Stack>
          <Text id="send-first">
            {unsent > 0 &&
              (online
                ? 'ログアウトする前に送信してください。'
                : 'オフラインのため送信できません。電波の届く所で送信してください。')}
            {aside > 0 && '保留は送信しません。'}
            どれもログアウトしても端末から消えません。
          </Text>
          {online && failed > 0 && (
            <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
              未送信 {failed}件を送信できませんでした。撮影の送信状況で理由を確認してください。
            </Alert>
          )}
          {unsent > 0 && (
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
          )}
          <ButtonLink
            to="/outbox"
            variant="default"
            size="lg"
            leftSection={<IconList size={20} aria-hidden />}
            onClick={stay}
          >
            撮影の送信状況
          </ButtonLink>
          <Button
            variant="default"
            size="lg"
            leftSection={<IconFileZip size={20} aria-hidden />}
            onClick={() => void exportAll()}
            loading={working === 'exporting'}
          >
            ファイルに書き出す
          </Button>
          <Button
            variant="subtle"
            color="red"
            onClick={unsent > 0 ? insist : () => void leave()}
            disabled={busy}
          >
            {unsent > 0 ? 'それでもログアウト' : 'ログアウト'}
          </Button>
        </Stack>
      )}
    </Dialog>
  )
}
