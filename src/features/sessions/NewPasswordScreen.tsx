import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useTransition } from 'react'
import { textLimit } from '../../../contract/wire.ts'
import { ApiError, call } from '../../lib/api.ts'
import { notify } from '../../ui/notify.tsx'
import classes from './AuthCard.module.css'
import { AuthCard } from './AuthCard.tsx'
import { focusFirstError } from './focusFirstError.ts'
import { newPasswordForm } from './forms.ts'

interface Props {
  onChanged: () => void
}

export function NewPasswordScreen({ onChanged }: Props) {
  const [busy, startChanging] = useTransition()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '', username: '', password: '', again: '' },
    validate: schemaResolver(newPasswordForm, { sync: true }),
  })
  const submit = form.onSubmit(
    (values) =>
      startChanging(async () => {
        notify.clear()
        const { code, username, password, again } = newPasswordForm.parse(values)
        try {
          await call('confirmForgotPassword', {
            body: {
              confirmation_code: code,
              username,
              new_password: password,
              confirm_new_password: again,
            },
          })
          notify.success('パスワードを変更しました')
          onChanged()
        } catch (error) {
          if (error instanceof ApiError && error.code === 'confirmation_code_invalid') {
            form.setFieldError('code', '確認コードが正しくないか、期限が切れています')
          }
          notify.failure(error, { title: 'パスワードの変更に失敗しました' })
        }
      }),
    (errors, values) => {
      focusFirstError(form, errors)
      notify.clear()
      if (values.again && values.password !== values.again) notify.warning('パスワードの更新に失敗しました')
    },
  )
  return (
    <AuthCard
      title="新しいパスワード"
      links={
        <>
          <Anchor component={Link} to="/confirm-code">
            確認コードをもう一度送信する
          </Anchor>
          <Anchor component={Link} to="/login">
            ログイン画面に戻る
          </Anchor>
        </>
      }
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label="確認コード"
          description="メールに記載されたコード"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          maxLength={textLimit}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <TextInput
          label="ユーザー名"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={textLimit}
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label="新しいパスワード"
          description="8〜99文字。英大文字、英小文字、数字、記号をそれぞれ1文字以上"
          autoComplete="new-password"
          maxLength={textLimit}
          visibilityToggleButtonProps={{ 'aria-label': '新しいパスワードを表示', tabIndex: 0 }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label="新しいパスワード（確認）"
          autoComplete="new-password"
          maxLength={textLimit}
          visibilityToggleButtonProps={{ 'aria-label': '確認用のパスワードを表示', tabIndex: 0 }}
          key={form.key('again')}
          {...form.getInputProps('again')}
        />
        <Button type="submit" size="lg" loading={busy} fullWidth>
          変更
        </Button>
      </form>
    </AuthCard>
  )
}
