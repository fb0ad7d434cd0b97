import { Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { invitationDays } from '../../../contract/invitations.ts'
import { useCreateUser, useInviteUser } from '../../lib/mutations/userMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { MailFolderNote, storedMail } from './MailFolderNote.tsx'
import { MembershipFields } from './MembershipFields.tsx'
import { blankNewUser, fieldOfIssue, inviteeForm, membershipOf, newUserForms } from './userForm.ts'

interface Props {
  organizationId: number
  onClose: () => void
}

/** ユーザーの追加: a new user, or somebody who has an account already. */
export function AddUserDialog({ organizationId, onClose }: Props) {
  const { mails_to_folder: isFolder = false } = useAccount()
  const create = useCreateUser(organizationId)
  const invite = useInviteUser(organizationId)
  // Not fields of the form, because choosing another way is no input that closing could lose.
  const [isNew, setIsNew] = useState(true)
  const [passwordBy, setPasswordBy] = useState<keyof typeof newUserForms>(isFolder ? 'typed' : 'mail')
  const isMailed = !isNew || passwordBy === 'mail'
  const failed = isMailed ? 'ユーザーを招待できませんでした' : 'ユーザーを追加できませんでした'
  const submitForm = useSubmitForm({
    initialValues: blankNewUser,
    schema: isNew ? newUserForms[passwordBy] : inviteeForm,
    failed,
    fields: fieldOfIssue,
    codes: {
      user_taken: { path: 'username', message: '既に使用されているユーザー名またはメールアドレスです' },
    },
    send: async (values) => {
      const email = values.email.trim()
      const membership = membershipOf(values)
      const username = values.username.trim()
      if (isMailed) {
        await invite.mutateAsync({ ...membership, email, ...(isNew && { username }) })
        if (isFolder) notify.info(`${email} を招待しました。${storedMail('招待メール')}`)
        else notify.success('ユーザーを招待しました')
      } else {
        await create.mutateAsync({ ...membership, username, email, password: values.password })
        notify.success('新規ユーザーを作成しました')
      }
      onClose()
    },
  })
  const { form } = submitForm
  const { values } = form
  const forgetErrors = () => {
    notify.retract(failed)
    form.clearErrors()
  }
  return (
    <FormDialog
      title="ユーザーの追加"
      width={1000}
      verb={isMailed ? '招待' : '登録'}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <Radio.Group
          size="md"
          label="追加方法"
          value={isNew ? 'new' : 'existing'}
          onChange={(chosen) => {
            setIsNew(chosen === 'new')
            forgetErrors()
          }}
        >
          <Group mt={4}>
            <Radio value="new" label="新規作成" />
            <Radio value="existing" label="既存ユーザーを招待" />
          </Group>
        </Radio.Group>
        {isNew && (
          <TextInput
            label="ユーザー名"
            withAsterisk
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('username')}
          />
        )}
        <TextInput
          label="メールアドレス"
          withAsterisk
          type="email"
          inputMode="email"
          {...form.getInputProps('email')}
        />
        {isNew && (
          <Radio.Group
            size="md"
            label="パスワードの設定"
            value={passwordBy}
            onChange={(chosen) => {
              setPasswordBy(chosen === 'typed' ? 'typed' : 'mail')
              forgetErrors()
            }}
          >
            <Group mt={4}>
              <Radio value="mail" label="メールで招待" />
              <Radio value="typed" label="パスワードを入力" />
            </Group>
          </Radio.Group>
        )}
        {isMailed && (
          <Text size="sm">
            本人がメールの招待コードで招待を受けると、ユーザーになります。招待の有効期限は{invitationDays}
            日間です。
          </Text>
        )}
        {isMailed && isFolder && <MailFolderNote mail="招待メール" code="招待コード" />}
        {!isMailed && (
          <PasswordField
            label="パスワード"
            withAsterisk
            description="8 〜 99文字。英大文字、英小文字、数字、記号をそれぞれ1文字以上"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        )}
        <MembershipFields values={values} errors={form.errors} onChange={form.setValues} />
      </Stack>
    </FormDialog>
  )
}
