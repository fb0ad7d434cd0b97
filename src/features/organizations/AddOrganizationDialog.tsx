import { Stack, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import { passwordPattern } from '../../../contract/passwords.ts'
import type { Plan } from '../../../contract/plans.ts'
import { newUsername } from '../../../contract/usernames.ts'
import { textLimit } from '../../../text/limits.ts'
import { useCreateOrganization } from '../../lib/mutations/organizationMutations.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { noPlans } from './organizationTexts.ts'

interface Props {
  plans: readonly Plan[]
  plansFailed?: boolean
  onClose: () => void
}

interface Values {
  name: string
  plan_id: number | null
  first_user_name: string
  first_user_email: string
  first_user_password: string
}

const required = (message: string) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(textLimit), oneLine)

const organizationForm = z.object({
  name: required('組織名を入力してください').check(
    z.regex(/^[A-Za-z0-9]*$/, '半角英数字以外は使用できません'),
  ),
  plan_id: z.number('プランを選択してください'),
  first_user_name: newUsername,
  first_user_email: required('メールアドレスを入力してください').check(
    z.refine(
      (given) => given.trim() === '' || z.email().safeParse(given.trim()).success,
      'メールアドレスを正しく入力してください',
    ),
  ),
  first_user_password: z.string().check(
    z.minLength(1, 'パスワードを入力してください'),
    z.refine((given) => given === '' || passwordPattern.test(given), 'パスワードが正しくありません'),
  ),
})

/** 組織の追加, with its first administrator */
export function AddOrganizationDialog({ plans, plansFailed = false, onClose }: Props) {
  const create = useCreateOrganization()
  const submitForm = useSubmitForm<Values>({
    initialValues: {
      name: '',
      plan_id: null,
      first_user_name: '',
      first_user_email: '',
      first_user_password: '',
    },
    schema: organizationForm,
    failed: '組織を登録できませんでした',
    send: async ({ plan_id: planId, ...values }) => {
      if (planId === null) return
      const added = await create.mutateAsync({
        name: values.name.trim(),
        plan_id: planId,
        first_user_name: values.first_user_name.trim(),
        first_user_email: values.first_user_email.trim(),
        first_user_password: values.first_user_password,
      })
      notify.success(`組織「${added.name}」を登録しました（組織コード ${added.code}）`)
      onClose()
    },
  })
  const { form } = submitForm
  const text = { maxLength: textLimit, autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' }
  return (
    <FormDialog title="組織の追加" width={800} verb="登録" form={submitForm} onClose={onClose}>
      <Stack>
        <TextInput
          label="組織名"
          description="半角英数字。ログインに使う組織コードになります。"
          withAsterisk
          {...text}
          {...form.getInputProps('name')}
        />
        <RowSelect
          label="プラン"
          placeholder="選択してください"
          withAsterisk
          rows={plans}
          nothingFoundMessage={noPlans(plansFailed)}
          {...form.getInputProps('plan_id')}
        />
        <TextInput label="初期ユーザー名" withAsterisk {...text} {...form.getInputProps('first_user_name')} />
        <TextInput
          label="初期ユーザーのメールアドレス"
          type="email"
          withAsterisk
          {...text}
          {...form.getInputProps('first_user_email')}
        />
        <PasswordField
          label="初期ユーザーのパスワード"
          description="8 〜 99文字。英大文字、英小文字、数字、記号をそれぞれ1文字以上"
          withAsterisk
          autoComplete="new-password"
          maxLength={99}
          {...form.getInputProps('first_user_password')}
        />
      </Stack>
    </FormDialog>
  )
}
