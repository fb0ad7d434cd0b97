import { Anchor, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useTransition } from 'react'
import { textLimit } from '../../../contract/wire.ts'
import { lastOrganizationCode, signIn } from '../../lib/session.ts'
import { notify } from '../../ui/notify.tsx'
import classes from './AuthCard.module.css'
import { AuthCard } from './AuthCard.tsx'
import { ExpiredNote } from './ExpiredNote.tsx'
import { focusFirstError } from './focusFirstError.ts'
import { loginForm } from './forms.ts'

interface Props {
  /** The session ended without the person having asked for it. */
  expired: boolean
  onSignedIn: () => void
}

export function LoginScreen({ expired, onSignedIn }: Props) {
  const [busy, startSigningIn] = useTransition()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { organizationCode: lastOrganizationCode(), username: '', password: '', remember: false },
    validate: schemaResolver(loginForm, { sync: true }),
  })
  const submit = form.onSubmit(
    (values) =>
      startSigningIn(async () => {
        notify.clear()
        try {
          await signIn({
            ...values,
            organizationCode: values.organizationCode.trim(),
            username: values.username.trim(),
          })
          onSignedIn()
        } catch (error) {
          notify.failure(error, { title: 'ログインに失敗しました' })
        }
      }),
    (errors) => focusFirstError(form, errors),
  )
  return (
    <AuthCard
      title="ログイン"
      links={
        <Anchor component={Link} to="/confirm-code">
          パスワードを忘れた場合
        </Anchor>
      }
    >
      {expired && <ExpiredNote />}
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label="組織コード"
          autoComplete="organization"
          autoCapitalize="none"
          maxLength={textLimit}
          key={form.key('organizationCode')}
          {...form.getInputProps('organizationCode')}
        />
        <TextInput
          label="ユーザー名またはメールアドレス"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={textLimit}
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label="パスワード"
          autoComplete="current-password"
          maxLength={textLimit}
          visibilityToggleButtonProps={{ 'aria-label': 'パスワードを表示', tabIndex: 0 }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Checkbox
          label="ログイン状態を保持する"
          size="md"
          key={form.key('remember')}
          {...form.getInputProps('remember', { type: 'checkbox' })}
        />
        <Button type="submit" size="lg" loading={busy} fullWidth>
          ログイン
        </Button>
      </form>
    </AuthCard>
  )
}
