import { Button, Group, Stack, Text } from '@mantine/core'
import { IconMail, IconUserMinus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { User } from '../../../contract/users.ts'
import { useRemoveMember, useUpdateMember } from '../../lib/mutations/userMutations.ts'
import { memberDependentsQuery } from '../../lib/queries/users.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { Fact } from '../../ui/text/Fact.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { MembershipFields } from './MembershipFields.tsx'
import { RemovalText } from './RemovalText.tsx'
import { fieldOfIssue, memberForm, membershipOf, valuesOf } from './userForm.ts'
import { WithdrawEmailButton } from './WithdrawEmailButton.tsx'

interface Props {
  user: User
  /** What people did with the user. */
  history?: ReactNode
  /** The user was removed, and these keys with the membership. */
  onKeysWithdrawn: (keys: readonly { id: number; name: string }[]) => void
  onClose: () => void
}

/** ユーザーの編集: the membership; the address by a dialog of its own, as it has to be confirmed. */
export function EditUserDialog({ user, history, onKeysWithdrawn, onClose }: Props) {
  const client = useQueryClient()
  const notices = useFailureNotices()
  const update = useUpdateMember(user.organization_id)
  const remove = useRemoveMember(user.organization_id)
  const [changing, setChanging] = useState(false)
  const [isWithdrawn, setWithdrawn] = useState(false)
  const pending = isWithdrawn ? undefined : user.pending_email
  const changeButton = useRef<HTMLButtonElement>(null)
  const submitForm = useSubmitForm({
    initialValues: valuesOf(user),
    schema: memberForm,
    failed: 'ユーザー変更に失敗しました',
    fields: fieldOfIssue,
    send: async (values) => {
      await update.mutateAsync({ id: user.id, ...membershipOf(values) })
      notify.success('ユーザー情報を更新しました')
      onClose()
    },
  })
  const { form } = submitForm
  const askRemoval = async () => {
    const dependents = await client
      .query(memberDependentsQuery(user.organization_id, user.id))
      .catch(() => null)
    const agreed = await confirm({
      title: 'ユーザーを組織から外す',
      text: <RemovalText user={user} dependents={dependents} />,
      confirm: '外す',
      destructive: true,
    })
    if (!agreed) return
    remove.mutate(user.id, {
      onSuccess: ({ data: { withdrawn_keys: withdrawn } }) => {
        notify.success(`${user.username}を組織から外しました`)
        onClose()
        if (withdrawn.length > 0) onKeysWithdrawn(withdrawn)
      },
      onError: (error) => notices.failure(error, { title: 'ユーザーを外せませんでした' }),
    })
  }
  return (
    <>
      <FormDialog title="ユーザーの編集" width={1000} verb="更新" form={submitForm} onClose={onClose}>
        <Stack>
          <div>
            <Fact label="ユーザー名">{user.username}</Fact>
            <Fact label="メールアドレス">
              {user.email}
              {pending !== undefined && (
                <Text size="sm" component="span" display="block">
                  確認待ち: {pending}
                </Text>
              )}
            </Fact>
          </div>
          <MembershipFields
            values={form.values}
            errors={form.errors}
            now={user.role}
            onChange={form.setValues}
          />
          <Group gap="xs">
            <Button
              ref={changeButton}
              variant="default"
              leftSection={<IconMail size={18} aria-hidden />}
              onClick={() => setChanging(true)}
            >
              メールアドレスを変更
            </Button>
            {pending !== undefined && (
              <WithdrawEmailButton
                user={user}
                pending={pending}
                username={user.username}
                next={changeButton}
                onWithdrawn={() => setWithdrawn(true)}
              />
            )}
            <Button
              variant="default"
              c="var(--abnormal-text)"
              leftSection={<IconUserMinus size={18} aria-hidden />}
              loading={remove.isPending}
              onClick={() => void askRemoval()}
            >
              組織から外す
            </Button>
          </Group>
          {history}
        </Stack>
      </FormDialog>
      {changing && <ChangeEmailDialog user={user} pending={pending} onClose={() => setChanging(false)} />}
    </>
  )
}
