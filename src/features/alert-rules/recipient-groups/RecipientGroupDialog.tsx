import { Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { maxRecipients, type RecipientGroup } from '../../../../contract/alert-rules/recipientGroups.ts'
import { oneLine } from '../../../../contract/calls/wire.ts'
import { textLimit } from '../../../../text/limits.ts'
import { useSaveRecipientGroup } from '../../../lib/mutations/recipientGroupMutations.ts'
import { assigneesQuery } from '../../../lib/queries/assignees.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { RowMultiSelect } from '../../../ui/form/RowMultiSelect.tsx'
import { useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { notify } from '../../../ui/notice/notify.tsx'

const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, '通知先グループ名を入力してください'),
      z.maxLength(textLimit, `通知先グループ名は${textLimit}文字以内で入力してください`),
      oneLine,
    ),
  member_ids: z
    .array(z.number())
    .check(
      z.minLength(1, 'メンバーを選択してください'),
      z.maxLength(maxRecipients, `メンバーは${maxRecipients}人まで選択できます`),
    ),
})

interface Props {
  /** Null: a new one. */
  group: RecipientGroup | null
  onClose: () => void
}

/** Name and members of a notification group. */
export function RecipientGroupDialog({ group, onClose }: Props) {
  const verb = group === null ? '登録' : '更新'
  const save = useSaveRecipientGroup()
  const { data: people = [] } = useQuery(assigneesQuery)
  const submitForm = useSubmitForm({
    initialValues: { name: group?.name ?? '', member_ids: group?.members.map(({ id }) => id) ?? [] },
    schema,
    failed: `通知先グループを${verb}できませんでした`,
    send: async ({ name, member_ids }) => {
      await save.mutateAsync({ id: group?.id ?? null, name: name.trim(), member_ids })
      notify.success(`通知先グループ「${name.trim()}」を${verb}しました`)
      onClose()
    },
  })
  const { form } = submitForm
  // The members are known before the others.
  const offered = new Map([...(group?.members ?? []), ...people].map((person) => [person.id, person]))
  const rows = [...offered.values()].map(({ id, username }) => ({ id, name: username }))
  return (
    <FormDialog
      title={`通知先グループの${group === null ? '追加' : '編集'}`}
      width={560}
      verb={verb}
      form={submitForm}
      onClose={onClose}
    >
      <Stack mih={320}>
        <TextInput label="通知先グループ名" withAsterisk {...form.getInputProps('name')} />
        <RowMultiSelect
          label="メンバー"
          labelled
          rows={rows}
          chosen={form.values.member_ids}
          onChoose={(ids) => form.setFieldValue('member_ids', ids)}
          error={form.errors['member_ids']}
          data-path="member_ids"
        />
        <Text size="sm" c="dimmed">
          アラートは、メンバーそれぞれの設定（アラートメール、通知、休止時間）のとおりに届きます。システム管理者は選択できません。
        </Text>
      </Stack>
    </FormDialog>
  )
}
