import { Button, Flex, Stack, Switch, Text, Title } from '@mantine/core'
import { IconLock, IconMail } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { roleLabel, role as roles } from '../../../contract/access.ts'
import { useUpdateMember } from '../../lib/mutations/userMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { useFirstScreen } from '../../lib/useFirstScreen.ts'
import { BackButton } from '../../ui/layout/BackButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { Fact } from '../../ui/text/Fact.tsx'
import { AlertReminders } from './AlertReminders.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { NoticeReach } from './NoticeReach.tsx'
import { QuietHours } from './QuietHours.tsx'
import { SignedInDevices } from './SignedInDevices.tsx'
import { TestMail } from './TestMail.tsx'
import classes from './users.module.css'
import { WithdrawEmailButton } from './WithdrawEmailButton.tsx'

interface Props {
  /** Of this browser. */
  notifications: ReactNode
  /** What this browser holds. */
  thisDevice: ReactNode
}

/** ユーザー設定: who one is, what one is notified of, where one is signed in. */
export function MyPage({ notifications, thisDevice }: Props) {
  const account = useAccount()
  const { id, username, email, role, organization, pending_email: pending } = account
  const [opened, setOpened] = useState<'email' | 'password' | null>(null)
  const [firstScreen, setFirstScreen] = useFirstScreen()
  const changeButton = useRef<HTMLButtonElement>(null)
  const self = { id, email, organization_id: organization.id }
  const update = useUpdateMember(organization.id)
  const close = () => setOpened(null)
  const change = (changed: { is_alert_mail: boolean } | { is_closing_notice: boolean }) =>
    update.mutate(
      { id, ...changed },
      {
        onSuccess: () => notify.success('ユーザー情報を更新しました'),
        onError: (error) =>
          notify.failure(error, { title: 'ユーザー変更に失敗しました', retry: () => change(changed) }),
      },
    )
  const shown = { ...account, ...(update.isPending && update.variables) }
  return (
    <Page title="ユーザー設定" back={<BackButton to="/" />}>
      <Stack gap="lg" maw={800}>
        <section className={classes.section} aria-label="ユーザー情報">
          <div>
            <Fact label="ユーザー名">{username}</Fact>
            <Fact label="メールアドレス">
              {email}
              {pending !== undefined && (
                <Text size="sm" component="span" display="block">
                  確認待ち: {pending}
                </Text>
              )}
            </Fact>
            <Fact label="組織">{organization.name}</Fact>
            <Fact label="権限">{roleLabel[role]}</Fact>
          </div>
          <Flex wrap="wrap" gap="xs">
            <Button
              ref={changeButton}
              variant="default"
              leftSection={<IconMail size={18} aria-hidden />}
              onClick={() => setOpened('email')}
            >
              メールアドレスを変更
            </Button>
            {pending !== undefined && (
              <WithdrawEmailButton user={self} pending={pending} next={changeButton} />
            )}
            <Button
              variant="default"
              leftSection={<IconLock size={18} aria-hidden />}
              onClick={() => setOpened('password')}
            >
              パスワードを変更
            </Button>
          </Flex>
        </section>
        <section className={classes.section} aria-labelledby="notice-settings">
          <Title order={2} size="h4" id="notice-settings">
            お知らせ
          </Title>
          <NoticeReach />
          <Switch
            size="md"
            label="アラートメールを受け取る"
            checked={shown.is_alert_mail}
            disabled={update.isPending}
            onChange={({ currentTarget }) => change({ is_alert_mail: currentTarget.checked })}
          />
          <Switch
            size="md"
            mt="sm"
            label="締めのお知らせを受け取る"
            description={`締めの2日前と当日の9時に、${role === roles.general ? '担当する点検グループの' : ''}未検針と要確認のメーターをメールでお知らせします。通知がオンのブラウザにも届きます。`}
            checked={shown.is_closing_notice}
            disabled={update.isPending}
            onChange={({ currentTarget }) => change({ is_closing_notice: currentTarget.checked })}
          />
          {notifications}
          <QuietHours />
          <AlertReminders />
        </section>
        <section className={classes.section} aria-labelledby="first-screen">
          <Title order={2} size="h4" id="first-screen">
            最初の画面
          </Title>
          <Switch
            size="md"
            label="「今日」の画面を最初に開く"
            description="この端末でログインした時と、アプリを開いた時です。オフにするとホームを開きます。"
            checked={firstScreen === 'today'}
            onChange={({ currentTarget }) => setFirstScreen(currentTarget.checked ? 'today' : 'home')}
          />
        </section>
        {role === roles.system && <TestMail />}
        {thisDevice}
        <SignedInDevices />
      </Stack>
      {opened === 'email' && <ChangeEmailDialog user={self} pending={pending} onClose={close} />}
      {opened === 'password' && <ChangePasswordDialog onClose={close} />}
    </Page>
  )
}
