import { Anchor, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { listOwners } from '../../../offline/outbox.ts'
import {
  awaitedUsername,
  forgetAwaitedUsername,
  lastOrganizationCode,
  type SignOutReason,
  signIn,
} from '../../lib/session/session.ts'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { isPhone } from '../../ui/layout/breakpoints.ts'
import { AuthCard } from './AuthCard.tsx'
import { SessionEndedNote } from './SessionEndedNote.tsx'
import { SessionForm } from './SessionForm.tsx'
import { OrganizationCodeField, SecretField, UsernameField } from './sessionFields.tsx'
import { loginForm } from './sessionForms.ts'

/** Loaded on devices on which rows wait. */
const LeftBehind = lazy(async () => ({ default: (await import('./LeftBehind.tsx')).LeftBehind }))

interface Props {
  /** Why the last session ended, unless signed out. */
  left: SignOutReason | undefined
  onSignedIn: () => void
}

export function LoginScreen({ left, onSignedIn }: Props) {
  const submitForm = useSubmitForm({
    mode: 'uncontrolled',
    schema: loginForm,
    initialValues: {
      organizationCode: lastOrganizationCode(),
      username: awaitedUsername(),
      password: '',
      // A phone is one person's, and sends without being asked.
      remember: isPhone(),
    },
    failed: 'ログインに失敗しました',
    send: async (typed) => {
      await signIn(loginForm.parse(typed))
      onSignedIn()
    },
  })
  const { form } = submitForm
  // Once: the form object changes with each render.
  const focusFirstEmpty = useEffectEvent(() => {
    const { organizationCode, username } = form.getValues()
    const first = organizationCode === '' ? 'organizationCode' : username === '' ? 'username' : 'password'
    form.getInputNode(first)?.focus()
  })
  const [waits, setWaits] = useState(false)
  useEffect(() => {
    listOwners().then((owners) => setWaits(owners.length > 0), console.warn)
  }, [])
  // Of people who are no longer members only the number of rows is shown.
  const hideUsername = () => {
    if (form.getValues().username === awaitedUsername()) form.setFieldValue('username', '')
    forgetAwaitedUsername()
  }
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
      {left && <SessionEndedNote reason={left} />}
      <SessionForm action="ログイン" form={submitForm}>
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
      {waits && (
        <Suspense>
          <LeftBehind onFound={hideUsername} />
        </Suspense>
      )}
    </AuthCard>
  )
}
