import { Anchor, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { type LeaveReason, lastOrganizationCode, signIn } from '../../lib/session.ts'
import { AuthCard } from './AuthCard.tsx'
import { OrganizationCodeField, SecretField, UsernameField } from './fields.tsx'
import { loginForm } from './forms.ts'
import { LeftNote } from './LeftNote.tsx'
import { SessionForm } from './SessionForm.tsx'
import { useSessionForm } from './useSessionForm.ts'

interface Props {
  /** Why the last session ended, unless signed out. */
  left: LeaveReason | undefined
  onSignedIn: () => void
}

export function LoginScreen({ left, onSignedIn }: Props) {
  const { form, busy, onSubmit } = useSessionForm({
    schema: loginForm,
    initialValues: { organizationCode: lastOrganizationCode(), username: '', password: '', remember: false },
    failure: 'ログインに失敗しました',
    send: async (credentials) => {
      await signIn(credentials)
      onSignedIn()
    },
  })
  // Once: the form object changes with each render.
  const focusFirstEmpty = useEffectEvent(() =>
    form.getInputNode(lastOrganizationCode() === '' ? 'organizationCode' : 'username')?.focus(),
  )
  useEffect(() => {
    // On touch screens the keyboard would cover the form.
    if (matchMedia('(pointer: fine)').matches) focusFirstEmpty()
  }, [])
  return (
    <AuthCard
      title="ログイン"
      links={
        <>
          <Anchor component={Link} to="/confirm-code">
            パスワードを忘れた場合
          </Anchor>
          <Anchor component={Link} to="/qr-code">
            WiFi QRコードの作成
          </Anchor>
        </>
      }
    >
      {left && <LeftNote reason={left} />}
      <SessionForm action="ログイン" busy={busy} onSubmit={onSubmit}>
        <OrganizationCodeField form={form} />
        <UsernameField form={form} label="ユーザー名またはメールアドレス" />
        <SecretField form={form} name="password" label="パスワード" autoComplete="current-password" />
        <Checkbox
          label="ログイン状態を保持する"
          size="md"
          key={form.key('remember')}
          {...form.getInputProps('remember', { type: 'checkbox' })}
        />
      </SessionForm>
    </AuthCard>
  )
}
