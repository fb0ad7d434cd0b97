import { Stack, Text, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { textLimit } from '../../../contract/wire.ts'
import { useChangeEmail } from '../../lib/queries/userMutations.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { emailField } from './userForm.ts'

interface Props {
  user: { id: number; email: string; organization_id: number }
  onClose: () => void
}

const unchanged = 'メールアドレスが変更されていません'

const emailForm = (current: string) =>
  z.object({
    email: emailField.check(z.refine((typed) => typed.toLowerCase() !== current.toLowerCase(), unchanged)),
  })

/** メールアドレスの変更: holds once it is confirmed from the new address. */
export function ChangeEmailDialog({ user, onClose }: Props) {
  const change = useChangeEmail(user.organization_id)
  const submitForm = useSubmitForm({
    initialValues: { email: user.email },
    schema: emailForm(user.email),
    failed: 'メールアドレスを変更できませんでした',
    send: async ({ email }) => {
      await change.mutateAsync({ id: user.id, email: email.trim() })
      notify.success(`${email.trim()} に確認メールを送信しました`)
      onClose()
    },
  })
  const { form } = submitForm
  return (
    <FormDialog
      title="メールアドレスの変更"
      width={480}
      verb="確認メールを送信"
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <Text>
          新しいメールアドレスに確認メールを送信します。確認されるまでは今までのメールアドレスのままです。
        </Text>
        <TextInput
          label="新しいメールアドレス"
          withAsterisk
          type="email"
          inputMode="email"
          maxLength={textLimit}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
      </Stack>
    </FormDialog>
  )
}
