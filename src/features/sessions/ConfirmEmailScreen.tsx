import { Alert, Anchor, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { userEndpoints } from '../../../contract/users.ts'
import { call } from '../../lib/session/api.ts'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { AuthCard } from './AuthCard.tsx'
import { SessionForm } from './SessionForm.tsx'
import { CodeField } from './sessionFields.tsx'
import { confirmEmailForm } from './sessionForms.ts'

interface Props {
  /** As the mail’s link carries it. */
  code: string
}

/** A press confirms, not the visit: programs that check mails follow links. */
export function ConfirmEmailScreen({ code }: Props) {
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const submitForm = useSubmitForm({
    mode: 'uncontrolled',
    schema: confirmEmailForm,
    initialValues: { code },
    failed: 'メールアドレスを確定できませんでした',
    send: async (typed) => {
      const { data } = await call(userEndpoints.confirmEmail, {
        body: { confirmation_code: confirmEmailForm.parse(typed).code },
      })
      setConfirmed(data.email)
    },
    codes: {
      confirmation_code_invalid: {
        path: 'code',
        message: '確認コードが正しくないか、有効期限が切れています',
      },
      email_taken: { path: 'code', message: '既に使用されているメールアドレスです' },
    },
  })
  return (
    <AuthCard
      title="メールアドレスの確認"
      links={
        <Anchor component={Link} to="/">
          コンソールを開く
        </Anchor>
      }
    >
      {confirmed === null ? (
        <>
          <Text>確定すると、新しいメールアドレスに変更されます。</Text>
          <SessionForm action="メールアドレスを確定" form={submitForm}>
            <CodeField form={submitForm.form} />
          </SessionForm>
        </>
      ) : (
        <Alert
          color="gray"
          role="status"
          icon={<IconCheck aria-hidden />}
          title="メールアドレスを変更しました"
        >
          {confirmed}
        </Alert>
      )}
    </AuthCard>
  )
}
