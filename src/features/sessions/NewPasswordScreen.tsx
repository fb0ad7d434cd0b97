import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { sessionEndpoints } from '../../../contract/sessions.ts'
import { useIsMailStored } from '../../lib/queries/mailDelivery.ts'
import { call } from '../../lib/session/api.ts'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { AuthCard } from './AuthCard.tsx'
import { BackToLogin } from './BackToLogin.tsx'
import { SessionForm } from './SessionForm.tsx'
import { StoredCodeNote } from './StoredCodeNote.tsx'
import { CodeField, NewPasswordFields, UsernameField } from './sessionFields.tsx'
import { newPasswordForm, passwordUnchanged } from './sessionForms.ts'

interface Props {
  onChanged: () => void
}

export function NewPasswordScreen({ onChanged }: Props) {
  const isMailStored = useIsMailStored()
  const notices = useFailureNotices()
  const submitForm = useSubmitForm({
    mode: 'uncontrolled',
    schema: newPasswordForm,
    initialValues: { code: '', username: '', password: '', again: '' },
    failed: 'パスワードの変更に失敗しました',
    isAnnounced: true,
    send: async (typed) => {
      notify.clear()
      const { code, username, password, again } = newPasswordForm.parse(typed)
      await call(sessionEndpoints.confirmForgotPassword, {
        body: {
          confirmation_code: code,
          username,
          new_password: password,
          confirm_new_password: again,
        },
      })
      notify.success('パスワードを変更しました')
      onChanged()
    },
    codes: {
      confirmation_code_invalid: {
        path: 'code',
        message: '確認コードが正しくないか、期限が切れています',
      },
      password_unchanged: passwordUnchanged,
    },
    onRefused: ({ password, again }) => {
      if (again && password !== again) notices.warning('パスワードの更新に失敗しました')
    },
  })
  const { form } = submitForm
  return (
    <AuthCard
      title="新しいパスワード"
      links={
        <>
          <Anchor component={Link} to="/confirm-code">
            {isMailStored === false ? '確認コードをもう一度送信する' : '確認コードをもう一度作成する'}
          </Anchor>
          <BackToLogin />
        </>
      }
    >
      {isMailStored && <StoredCodeNote />}
      <SessionForm action="変更" form={submitForm}>
        <CodeField form={form} />
        <UsernameField form={form} label="ユーザー名" />
        <NewPasswordFields form={form} />
      </SessionForm>
    </AuthCard>
  )
}
