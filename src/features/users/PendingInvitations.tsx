import { Box, Button, Flex, Stack, Text, Title } from '@mantine/core'
import { IconMailForward, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { roleLabel } from '../../../contract/access.ts'
import type { Invitation } from '../../../contract/invitations.ts'
import { useResendInvitation, useWithdrawInvitation } from '../../lib/mutations/userMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { invitationsQuery } from '../../lib/queries/users.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { MailFolderNote } from './MailFolderNote.tsx'
import classes from './users.module.css'

interface Props {
  organizationId: number
}

/** 招待中: people who are no members before they open the link in their mail. */
export function PendingInvitations({ organizationId }: Props) {
  const { mails_to_folder: isFolder = false } = useAccount()
  const { data: invitations, error, refetch } = useQuery(invitationsQuery(organizationId))
  if (invitations === undefined) return error && <ErrorState error={error} retry={() => void refetch()} />
  if (invitations.length === 0) return null
  return (
    <Flex
      component="section"
      direction="column"
      gap="xs"
      miw={0}
      maw={800}
      py="md"
      aria-labelledby="pending-invitations"
    >
      <Title order={2} size="h4" id="pending-invitations">
        招待中 {invitations.length}件
      </Title>
      {isFolder && <MailFolderNote mail="招待メール" code="招待コード" />}
      <Box component="ul" bd="1px solid var(--line)" bdrs="md">
        {invitations.map((each) => (
          <PendingInvitation
            key={each.email}
            invitation={each}
            organizationId={organizationId}
            isFolder={isFolder}
          />
        ))}
      </Box>
    </Flex>
  )
}

interface PendingProps extends Props {
  invitation: Invitation
  /** No SMTP server is set: mails are stored in a folder of the server. */
  isFolder: boolean
}

function PendingInvitation({ invitation, organizationId, isFolder }: PendingProps) {
  const { id, email, username, role, expires_at: expiresAt } = invitation
  const resend = useResendInvitation(organizationId)
  const withdraw = useWithdrawInvitation(organizationId)
  const isExpired = Date.parse(expiresAt) <= useCurrentMinute()
  const sendAgain = () =>
    resend.mutate(id, {
      onSuccess: () =>
        isFolder
          ? notify.info(
              `${email} への招待メールをもう一度作成しました。送信されず、サーバーの DATA_DIR/outbox-mail/ に保存されました。`,
            )
          : notify.success(`${email} に招待メールを再送しました`),
      onError: (failure) => notify.failure(failure, { title: '招待メールを再送できませんでした' }),
    })
  const askWithdrawal = async () => {
    const agreed = await confirm({
      title: '招待の取り消し',
      text: `${email} への招待を取り消します。これまでの招待コードは使えなくなります。`,
      confirm: '招待を取り消す',
      destructive: true,
    })
    if (!agreed) return
    withdraw.mutate(id, {
      onSuccess: () => notify.success(`${email} への招待を取り消しました`),
      onError: (failure) => notify.failure(failure, { title: '招待を取り消せませんでした' }),
    })
  }
  return (
    <li className={classes.row}>
      <Stack gap={2} className={classes.words}>
        <Text fw={500}>
          {email}{' '}
          {isExpired && (
            <Text span c="var(--waiting-text)">
              期限切れ
            </Text>
          )}
        </Text>
        <Text size="sm">
          {username === '' ? '既存ユーザー' : `新規ユーザー ${username}`}・{roleLabel[role]}
        </Text>
        <Text size="sm">
          有効期限 <TimeText time={expiresAt} />
        </Text>
      </Stack>
      <Flex wrap="wrap" gap="xs">
        <Button
          variant="default"
          leftSection={<IconMailForward size={18} aria-hidden />}
          loading={resend.isPending}
          aria-label={`${email}に再送`}
          onClick={sendAgain}
        >
          再送
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={18} aria-hidden />}
          loading={withdraw.isPending}
          aria-label={`${email}への招待を取り消す`}
          onClick={() => void askWithdrawal()}
        >
          取り消し
        </Button>
      </Flex>
    </li>
  )
}
