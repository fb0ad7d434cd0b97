import { TextInput, type TextInputProps } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useIsMailStored } from '../../lib/queries/mailDelivery.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'

interface FieldProps {
  form: { key: (path: string) => string; getInputProps: (path: string) => GetInputPropsReturnType }
  name: string
  label: string
  description?: string
}

const Field = ({
  form,
  name,
  ...input
}: FieldProps &
  Pick<TextInputProps, 'autoComplete' | 'autoCapitalize' | 'autoFocus' | 'type' | 'inputMode'>) => (
  <TextInput
    autoCapitalize="none"
    spellCheck={false}
    {...input}
    key={form.key(name)}
    {...form.getInputProps(name)}
  />
)

export const OrganizationCodeField = ({ form }: Pick<FieldProps, 'form'>) => (
  <Field form={form} name="organizationCode" label="組織コード" autoComplete="organization" />
)

export const UsernameField = ({ form, label }: Pick<FieldProps, 'form' | 'label'>) => (
  <Field form={form} name="username" label={label} autoComplete="username" />
)

export const EmailField = ({ form }: Pick<FieldProps, 'form'>) => (
  <Field
    form={form}
    name="email"
    label="メールアドレス"
    type="email"
    inputMode="email"
    autoComplete="email"
  />
)

/** Where the code comes from. Null: it is not known whether mails are sent. */
const codeSource = (isMailStored: boolean | null): string => {
  if (isMailStored === null) return 'メールまたはサーバーの運用者から受け取ったコード'
  return isMailStored ? 'サーバーの運用者から受け取ったコード' : 'メールに記載されたコード'
}

export const CodeField = ({
  form,
  label = '確認コード',
  autoFocus = false,
}: Pick<FieldProps, 'form'> & Partial<Pick<FieldProps, 'label'>> & { autoFocus?: boolean }) => (
  <Field
    form={form}
    name="code"
    label={label}
    autoFocus={autoFocus}
    description={codeSource(useIsMailStored())}
    autoComplete="one-time-code"
    autoCapitalize="characters"
  />
)

export const SecretField = ({
  form,
  name,
  ...input
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) => (
  <PasswordField {...input} key={form.key(name)} {...form.getInputProps(name)} />
)

/** A new password, and again. */
export const NewPasswordFields = ({
  form,
  label = '新しいパスワード',
}: Pick<FieldProps, 'form'> & { label?: string | undefined }) => (
  <>
    <SecretField
      form={form}
      name="password"
      label={label}
      description="8 〜 99文字。英大文字、英小文字、数字、記号をそれぞれ1文字以上"
      autoComplete="new-password"
    />
    <SecretField form={form} name="again" label={`${label}（確認）`} autoComplete="new-password" />
  </>
)
