import { Stack, Text } from '@mantine/core'
import { textLimit } from '../../../text/limits.ts'
import { changePassword } from '../../lib/session/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { changePasswordForm } from './passwordForm.ts'

interface Props {
  onClose: () => void
}

const failed = 'パスワードの変更に失敗しました'

/** パスワードの変更: ends every session, so that one signs in again. */
export function ChangePasswordDialog({ onClose }: Props) {
  const notices = useFailureNotices()
  const submitForm = useSubmitForm({
    initialValues: { current: '', next: '', again: '' },
    schema: changePasswordForm,
    failed,
    isAnnounced: true,
    fields: { previous_password: 'current', proposed_password: 'next' },
    codes: {
      password_incorrect: { path: 'current', message: '現在のパスワードが正しくありません' },
      password_unchanged: { path: 'next', message: '現在のパスワードと同じです' },
    },
    send: async ({ current, next }) => changePassword(current, next),
    onRefused: ({ next, again }) => {
      if (again !== '' && next !== again) notices.warning(failed)
    },
  })
  const { form } = submitForm
  const field = (path: 'current' | 'next' | 'again') => ({
    withAsterisk: true,
    maxLength: textLimit,
    ...form.getInputProps(path),
  })
  return (
    <FormDialog title="パスワードの変更" width={480} verb="変更" form={submitForm} onClose={onClose}>
      <Stack>
        <Text>変更すると、すべての端末で一度ログアウトし、もう一度ログインが必要になります。</Text>
        <PasswordField label="現在のパスワード" autoComplete="current-password" {...field('current')} />
        <PasswordField
          label="新しいパスワード"
          description="8 〜 99文字。英大文字、英小文字、数字、記号をそれぞれ1文字以上"
          autoComplete="new-password"
          {...field('next')}
        />
        <PasswordField label="新しいパスワード（確認）" autoComplete="new-password" {...field('again')} />
      </Stack>
    </FormDialog>
  )
}
