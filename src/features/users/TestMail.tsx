import { Alert, Button, Flex, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMailOff, IconSend } from '@tabler/icons-react'
import { useTestMail } from '../../lib/mutations/userMutations.ts'
import { notify } from '../../ui/notice/notify.tsx'
import classes from './users.module.css'

/** 試し送信: whether the server can send mails. */
export function TestMail() {
  const test = useTestMail()
  const result = test.data
  const send = () =>
    test.mutate(undefined, {
      onError: (error) => notify.failure(error, { title: '試し送信に失敗しました', retry: send }),
    })
  return (
    <section className={classes.section} aria-labelledby="test-mail">
      <Title order={2} size="h4" id="test-mail">
        メールの送信
      </Title>
      <Text size="sm">サーバーがメールを送信できるかを、自分のメールアドレスで確認します。</Text>
      <Flex wrap="wrap" gap="xs">
        <Button
          variant="default"
          leftSection={<IconSend size={18} aria-hidden />}
          loading={test.isPending}
          onClick={send}
        >
          試し送信
        </Button>
      </Flex>
      <div role="status" className={classes.words}>
        {result?.outcome === 'sent' && (
          <Alert color="green" icon={<IconCheck aria-hidden />} title="送信しました">
            {result.to} に送信しました。届かないときは、迷惑メールのフォルダーを確認してください。
          </Alert>
        )}
        {result?.outcome === 'stored' && (
          <Alert color="gray" icon={<IconMailOff aria-hidden />} title="メールサーバーが設定されていません">
            {result.to} へのメールは送信されず、サーバーの DATA_DIR/outbox-mail/ に保存されました。
          </Alert>
        )}
        {result?.outcome === 'failed' && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="送信できませんでした">
            {result.reason}
          </Alert>
        )}
      </div>
    </section>
  )
}
