import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useTransition } from 'react'
import { textLimit } from '../../../contract/wire.ts'
import { call } from '../../lib/api.ts'
import { lastOrganizationCode } from '../../lib/session.ts'
import { notify } from '../../ui/notify.tsx'
import classes from './AuthCard.module.css'
import { AuthCard } from './AuthCard.tsx'
import { focusFirstError } from './focusFirstError.ts'
import { confirmCodeForm } from './forms.ts'

interface Props {
  onSent: () => void
}

export function ConfirmCodeScreen({ onSent }: Props) {
  const [busy, startSending] = useTransition()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { organizationCode: lastOrganizationCode(), email: '' },
    validate: schemaResolver(confirmCodeForm, { sync: true }),
  })
  const submit = form.onSubmit(
    (values) =>
      startSending(async () => {
        notify.clear()
        const { organizationCode: organization_code, email } = confirmCodeForm.parse(values)
        try {
          await call('forgotPassword', { body: { organization_code, email } })
          notify.success(`${email} にメールを送信しました`)
          onSent()
        } catch (error) {
          notify.failure(error, { title: 'メールの送信に失敗しました' })
        }
      }),
    (errors) => focusFirstError(form, errors),
  )
  return (
    <AuthCard
      title="パスワードの再設定"
      links={
        <Anchor component={Link} to="/login">
          ログイン画面に戻る
        </Anchor>
      }
    >
      <Text>登録済みのメールアドレスに確認コードを送信します。</Text>
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
          label="メールアドレス"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={textLimit}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="lg" loading={busy} fullWidth>
          確認コードを送信
        </Button>
      </form>
    </AuthCard>
  )
}
