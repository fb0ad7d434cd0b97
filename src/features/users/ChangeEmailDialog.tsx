import { Stack, Text, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { useChangeEmail } from '../../lib/mutations/userMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { selectAll } from '../../ui/form/selectAll.ts'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { MailFolderNote, storedMail } from './MailFolderNote.tsx'
import { emailField } from './userForm.ts'

interface Props {
  user: { id: number; email: string; organization_id: number }
  /** The address of an earlier change that is still to be confirmed. */
  pending?: string | undefined
  onClose: () => void
}

const unchanged = 'メールアドレスが変更されていません'

const emailForm = (current: string) =>
  z.object({
    email: emailField.check(z.refine((typed) => typed.toLowerCase() !== current.toLowerCase(), unchanged)),
  })

/** メールアドレスの変更: holds once it is confirmed from the new address. */
export function ChangeEmailDialog({ user, pending, onClose }: Props) {
  const { mails_to_folder: isFolder = false } = useAccount()
  const change = useChangeEmail(user.organization_id)
  const submitForm = useSubmitForm({
    initialValues: { email: user.email },
    schema: emailForm(user.email),
    failed: 'メールアドレスを変更できませんでした',
    send: async (values) => {
      const email = values.email.trim()
      await change.mutateAsync({ id: user.id, email })
      if (isFolder) notify.info(`${email} への変更を受け付けました。${storedMail('確認メール')}`)
      else notify.success(`${email} に確認メールを送信しました`)
      onClose()
    },
  })
  const { form } = submitForm
  return (
    <FormDialog
      title="メールアドレスの変更"
      width={480}
      verb={isFolder ? '確認メールを作成' : '確認メールを送信'}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <Text>
          {!isFolder && '新しいメールアドレスに確認メールを送信します。'}
          確認されるまでは今までのメールアドレスのままです。
        </Text>
        {pending !== undefined && (
          <Text>確認待ちの変更（{pending}）は、別のアドレスへの変更を受け付けると取り消されます。</Text>
        )}
        {isFolder && <MailFolderNote mail="確認メール" code="確認コード" />}
        <TextInput
          label="新しいメールアドレス"
          withAsterisk
          type="email"
          inputMode="email"
          {...form.getInputProps('email')}
          onFocus={selectAll}
        />
      </Stack>
    </FormDialog>
  )
}
