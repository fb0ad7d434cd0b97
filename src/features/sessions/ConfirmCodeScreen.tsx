import { Text } from '@mantine/core'
import { sessionEndpoints } from '../../../contract/sessions.ts'
import { call } from '../../lib/api.ts'
import { lastOrganizationCode } from '../../lib/session.ts'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { AuthCard } from './AuthCard.tsx'
import { BackToLogin } from './BackToLogin.tsx'
import { SessionForm } from './SessionForm.tsx'
import { EmailField, OrganizationCodeField } from './sessionFields.tsx'
import { confirmCodeForm } from './sessionForms.ts'

interface Props {
  onSent: () => void
}

/** Does not say whether the account exists. */
const storedCode = {
  id: 'code-in-folder',
  title: 'メールは送信されません',
  text: 'メールサーバーが設定されていません。登録済みのメールアドレスであれば、確認コードはサーバーの DATA_DIR/outbox-mail/ に保存されます。サーバーの運用者にお問い合わせください。',
}

export function ConfirmCodeScreen({ onSent }: Props) {
  const submitForm = useSubmitForm({
    mode: 'uncontrolled',
    schema: confirmCodeForm,
    initialValues: { organizationCode: lastOrganizationCode(), email: '' },
    failed: 'メールの送信に失敗しました',
    send: async (typed) => {
      const { organizationCode: organization_code, email } = confirmCodeForm.parse(typed)
      const { data } = await call(sessionEndpoints.forgotPassword, { body: { organization_code, email } })
      if (data.mails_to_folder) notify.toDo(storedCode)
      else notify.success(`${email} にメールを送信しました`)
      onSent()
    },
  })
  const { form } = submitForm
  return (
    <AuthCard title="パスワードの再設定" links={<BackToLogin />}>
      <Text>登録済みのメールアドレスに確認コードを送信します。</Text>
      <Text size="sm">
        メールが届くまでに数分かかることがあります。何度か送信しても届かないときは、30分ほどおいてからお試しください。
      </Text>
      <SessionForm action="確認コードを送信" form={submitForm}>
        <OrganizationCodeField form={form} />
        <EmailField form={form} />
      </SessionForm>
    </AuthCard>
  )
}
