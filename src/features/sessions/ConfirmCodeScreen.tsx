import { Text } from '@mantine/core'
import { sessionEndpoints } from '../../../contract/sessions.ts'
import { useIsMailStored } from '../../lib/queries/mailDelivery.ts'
import { call } from '../../lib/session/api.ts'
import { lastOrganizationCode } from '../../lib/session/session.ts'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { AuthCard } from './AuthCard.tsx'
import { BackToLogin } from './BackToLogin.tsx'
import { SessionForm } from './SessionForm.tsx'
import { StoredCodeNote } from './StoredCodeNote.tsx'
import { EmailField, OrganizationCodeField } from './sessionFields.tsx'
import { confirmCodeForm } from './sessionForms.ts'

interface Props {
  onSent: () => void
}

export function ConfirmCodeScreen({ onSent }: Props) {
  const isMailStored = useIsMailStored()
  const isMailSent = isMailStored === false
  const submitForm = useSubmitForm({
    mode: 'uncontrolled',
    schema: confirmCodeForm,
    initialValues: { organizationCode: lastOrganizationCode(), email: '' },
    failed: isMailSent ? 'メールの送信に失敗しました' : '確認コードを作成できませんでした',
    send: async (typed) => {
      const { organizationCode: organization_code, email } = confirmCodeForm.parse(typed)
      await call(sessionEndpoints.forgotPassword, { body: { organization_code, email } })
      if (isMailSent) notify.success(`${email} にメールを送信しました`)
      onSent()
    },
  })
  const { form } = submitForm
  return (
    <AuthCard title="パスワードの再設定" links={<BackToLogin />}>
      {isMailStored && <StoredCodeNote />}
      {isMailSent && (
        <>
          <Text>登録済みのメールアドレスに確認コードを送信します。</Text>
          <Text size="sm">
            メールが届くまでに数分かかることがあります。何度か送信しても届かないときは、30分ほどおいてからお試しください。
          </Text>
        </>
      )}
      {isMailStored === null && (
        <>
          <Text>登録済みのメールアドレスであれば、確認コードを発行します。</Text>
          <Text size="sm">
            確認コードはメールで届きます。メールサーバーが設定されていない場合は、サーバーの運用者にお問い合わせください。
          </Text>
        </>
      )}
      <SessionForm action={isMailSent ? '確認コードを送信' : '確認コードを作成'} form={submitForm}>
        <OrganizationCodeField form={form} />
        <EmailField form={form} />
      </SessionForm>
    </AuthCard>
  )
}
