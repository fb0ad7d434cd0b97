import { Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { invitationDays } from '../../../contract/invitations.ts'
import { textLimit } from '../../../contract/wire.ts'
import { ApiError } from '../../callErrors.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { useCreateUser, useInviteUser } from '../../lib/queries/userMutations.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { MailFolderNote } from './MailFolderNote.tsx'
import { MembershipFields } from './MembershipFields.tsx'
import {
  addMode,
  blankNewUser,
  fieldOfIssue,
  membershipOf,
  type NewUserValues,
  newUserForm,
  passwordMode,
} from './userForm.ts'

interface Props {
  organizationId: number
  onClose: () => void
}

const isTyped = ({ isNew, passwordBy }: NewUserValues) =>
  isNew === addMode.create && passwordBy === passwordMode.typed

/** ユーザーの追加: a new user, or somebody who has an account already. */
export function AddUserDialog({ organizationId, onClose }: Props) {
  const { mails_to_folder: isFolder = false } = useAccount()
  const create = useCreateUser(organizationId)
  const invite = useInviteUser(organizationId)
  const submitForm = useSubmitForm({
    initialValues: blankNewUser(!isFolder),
    schema: newUserForm,
    failed: 'ユーザーを追加できませんでした',
    fields: fieldOfIssue,
    codes: {
      user_taken: { path: 'username', message: '既に使用されているユーザー名またはメールアドレスです' },
    },
    send: async (values) => {
      const email = values.email.trim()
      const membership = membershipOf(values)
      const username = values.username.trim()
      if (isTyped(values)) {
        await create.mutateAsync({ ...membership, username, email, password: values.password })
        notify.success('新規ユーザーを作成しました')
      } else if (values.isNew === addMode.create) {
        await invite.mutateAsync({ ...membership, username, email })
        notify.success('ユーザーを招待しました')
      } else {
        try {
          await invite.mutateAsync({ ...membership, email })
        } catch (error) {
          const said = error instanceof ApiError ? error.messages.join('') : ''
          form.setFieldError('email', said || 'ユーザーを招待できませんでした')
          notify.failure(error, { title: said || 'ユーザーを招待できませんでした' })
          return
        }
        notify.success('ユーザーを招待しました')
      }
      onClose()
    },
  })
  const { form } = submitForm
  const { values } = form
  const isNew = values.isNew === addMode.create
  const isMailed = !isTyped(values)
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
          value={String(values.isNew)}
          onChange={(chosen) => {
            form.setFieldValue('isNew', chosen === String(addMode.invite) ? addMode.invite : addMode.create)
            form.clearErrors()
          }}
        >
          <Group mt={4}>
            <Radio value={String(addMode.create)} label="新規作成" />
            <Radio value={String(addMode.invite)} label="既存ユーザーを招待" />
          </Group>
        </Radio.Group>
        {isNew && (
          <TextInput
            label="ユーザー名"
            withAsterisk
            maxLength={textLimit}
            autoComplete="off"
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
          maxLength={textLimit}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        {isNew && (
          <Radio.Group
            size="md"
            label="パスワードの設定"
            value={values.passwordBy}
            onChange={(chosen) => {
              form.setFieldValue(
                'passwordBy',
                chosen === passwordMode.typed ? passwordMode.typed : passwordMode.mail,
              )
              form.clearErrors()
            }}
          >
            <Group mt={4}>
              <Radio value={passwordMode.mail} label="メールで招待" />
              <Radio value={passwordMode.typed} label="パスワードを入力" />
            </Group>
          </Radio.Group>
        )}
        {isMailed && (
          <Text size="sm">
            本人がメールの招待コードで招待を受けると、ユーザーになります。招待の有効期限は{invitationDays}
            日間です。
          </Text>
        )}
        {isMailed && isFolder && <MailFolderNote />}
        {!isMailed && (
          <PasswordField
            label="パスワード"
            withAsterisk
            description="8 〜 99文字。英大文字、英小文字、数字、記号をそれぞれ1文字以上"
            maxLength={textLimit}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        )}
        <MembershipFields values={values} errors={form.errors} onChange={form.setValues} />
      </Stack>
    </FormDialog>
  )
}
