import { Box, Button, Switch } from '@mantine/core'
import { IconBell, IconBellOff, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PushState } from '../../lib/live/browserPush.ts'
import { useSwitchPush, useTestPush } from '../../lib/mutations/pushMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { pushQuery } from '../../lib/queries/push.ts'
import { notify } from '../../ui/notice/notify.tsx'
import classes from './PushSetting.module.css'

const words: Record<PushState, string> = {
  unsupported:
    'このブラウザは通知に対応していません。アラートメールを受け取る設定なら、メールでお知らせします。',
  install:
    'ホーム画面に追加すると通知を受け取れます。共有ボタンから「ホーム画面に追加」を選び、追加したアプリで開いてください。',
  denied:
    'ブラウザの設定で通知が拒否されています。アドレスバーの左のアイコン（サイトの設定）で「通知」を許可し、画面を再読み込みしてください。',
  off: 'アラートが発生すると、画面を閉じていてもお知らせします。',
  on: 'アラートが発生すると、このブラウザにお知らせします。',
}

/** このブラウザに通知する, with a test. */
export function PushSetting() {
  const { id } = useAccount()
  const { data: state } = useQuery(pushQuery(id))
  const switching = useSwitchPush()
  const test = useTestPush()
  const dismissed = switching.variables === true && switching.data === 'off'
  if (state === undefined) return <div className={classes.setting} aria-hidden />
  const can = state === 'off' || state === 'on'
  const Icon = state === 'on' ? IconBell : IconBellOff
  const change = (on: boolean) => {
    test.reset()
    switching.mutate(on, {
      onError: (error) =>
        notify.failure(error, {
          title: on ? '通知を設定できませんでした' : '通知を解除できませんでした',
          retry: () => change(on),
        }),
    })
  }
  return (
    <section className={classes.setting} aria-label="通知">
      <Icon size={22} color={`var(--${state === 'on' ? 'accent-text' : 'neutral-edge'})`} aria-hidden />
      <Box flex="1 1 220px" miw={0}>
        {can ? (
          <Switch
            size="md"
            label="このブラウザに通知する"
            checked={switching.isPending ? switching.variables : state === 'on'}
            disabled={switching.isPending}
            onChange={({ currentTarget }) => change(currentTarget.checked)}
          />
        ) : (
          <span className={classes.name}>このブラウザに通知する</span>
        )}
        <p className={classes.text}>{words[state]}</p>
        <p role="status" className={classes.text}>
          {/* The browser's push service may take a minute where it cannot be reached. */}
          {switching.isPending && (switching.variables ? '設定しています…' : '解除しています…')}
          {dismissed && dismissedWords}
          {test.data !== undefined && testWords(test.data)}
        </p>
      </Box>
      {state === 'on' && (
        <Button
          variant="default"
          leftSection={<IconSend size={18} aria-hidden />}
          loading={test.isPending}
          onClick={() =>
            test.mutate(undefined, {
              onError: (error) => notify.failure(error, { title: 'テスト通知を送信できませんでした' }),
            })
          }
        >
          テスト通知を送る
        </Button>
      )}
    </section>
  )
}

const dismissedWords =
  '通知は許可されませんでした。もう一度オンにして、ブラウザの確認で「許可」を選んでください。'

const fallback = '通知が届かないときも、アラートメールを受け取る設定ならメールでお知らせします。'

const testWords = (sent: number): string =>
  sent > 0
    ? `${sent}台のブラウザに送信しました。${fallback}`
    : `どのブラウザにも送信できませんでした。通知を一度オフにして、もう一度オンにしてください。${fallback}`
