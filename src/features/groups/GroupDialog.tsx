import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import { textLimit } from '../../../text/limits.ts'
import { EffectNote } from '../../shared/readings/EffectNote.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import type { GroupKind, GroupRow } from './groupKinds.ts'

interface Props {
  kind: GroupKind
  /** Null: a new one. */
  row: GroupRow | null
  onSave: (input: {
    id: number | null
    name: string
    description: string
    contact: string
  }) => Promise<unknown>
  onClose: () => void
}

/** Of any telephone number, also of an extension such as 内線 123. */
const digits = /[0-9０-９]{3}/

const groupForm = (label: string) =>
  z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, `${label}名を入力してください`), z.maxLength(textLimit), oneLine),
    description: z.string().check(z.maxLength(textLimit)),
    contact: z.string().check(z.trim(), z.maxLength(textLimit), oneLine),
  })

export function GroupDialog({ kind: { label, described }, row, onSave, onClose }: Props) {
  const verb = row === null ? '登録' : '更新'
  const submitForm = useSubmitForm({
    initialValues: {
      name: row?.name ?? '',
      description: row?.description ?? '',
      contact: row?.contact ?? '',
    },
    schema: groupForm(label),
    failed: `${label}を${verb}できませんでした`,
    send: async ({ name, description, contact }) => {
      await onSave({
        id: row?.id ?? null,
        name: name.trim(),
        description: description.trim(),
        contact: contact.trim(),
      })
      notify.success(`${label}を${verb}しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const name = form.values.name.trim()
  const contact = form.values.contact.trim()
  return (
    <FormDialog
      title={row === null ? `${label}の追加` : `${label}の編集`}
      width={480}
      verb={verb}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <TextInput label={`${label}名`} withAsterisk {...form.getInputProps('name')} />
        {row !== null && row.meters > 0 && name !== '' && name !== row.name && (
          <EffectNote>
            {`このグループのメーター ${row.meters.toLocaleString('ja-JP')}件の表示が「${name}」に変わります。測定値は変わりません。`}
          </EffectNote>
        )}
        {described ? (
          <Textarea label="説明（任意）" autosize minRows={2} {...form.getInputProps('description')} />
        ) : (
          <div>
            <TextInput
              label="連絡先（任意）"
              description="名前と電話番号。異常な値を確定した点検者に表示します。"
              placeholder="設備課 03-1234-5678"
              {...form.getInputProps('contact')}
            />
            <div role="status">
              {contact !== '' && !digits.test(contact) && (
                <Text size="sm" mt={4}>
                  電話番号がありません。現場から電話できるように、番号も入力してください。
                </Text>
              )}
            </div>
          </div>
        )}
      </Stack>
    </FormDialog>
  )
}
