import { NativeSelect, Stack, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import { textLimit } from '../../../text/limits.ts'
import { EffectNote } from '../../shared/readings/EffectNote.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { selectAll } from '../../ui/form/selectAll.ts'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import type { NamedRow } from '../../ui/table/column.ts'
import { statusChoices } from './masterTexts.ts'

interface Props {
  /** Noun of the row, such as 単位. */
  label: string
  /** Null: a new one. */
  row: (NamedRow & { status: 0 | 1 }) | null
  /** Says what another name changes; null: nothing. */
  effectOf: (name: string) => string | null
  onSave: (input: { id: number | null; name: string; status: 0 | 1 }) => Promise<unknown>
  onClose: () => void
}

const formOf = (label: string) =>
  z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, `${label}名を入力してください`), z.maxLength(textLimit), oneLine),
  })

/** Name and state of a row of a master. */
export function NameDialog({ label, row, effectOf, onSave, onClose }: Props) {
  const verb = row === null ? '登録' : '更新'
  const submitForm = useSubmitForm({
    initialValues: { name: row?.name ?? '', status: String(row?.status ?? 0) },
    schema: formOf(label),
    failed: `${label}を${verb}できませんでした`,
    send: async ({ name, status }) => {
      await onSave({ id: row?.id ?? null, name: name.trim(), status: status === '1' ? 1 : 0 })
      notify.success(`${label}を${verb}しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const name = form.values.name.trim()
  const effect = row === null || name === '' || name === row.name ? null : effectOf(name)
  return (
    <FormDialog
      title={row === null ? `${label}の追加` : `${label}の編集`}
      width={480}
      verb={verb}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <TextInput
          label={`${label}名`}
          withAsterisk
          spellCheck={false}
          autoCapitalize="none"
          {...form.getInputProps('name')}
          onFocus={selectAll}
        />
        {effect && <EffectNote>{effect}</EffectNote>}
        {row !== null && (
          <NativeSelect
            label="状態"
            size="md"
            description="無効にすると、新しく選べなくなります。使用中のメーターの表示は変わりません。"
            data={statusChoices}
            {...form.getInputProps('status')}
          />
        )}
      </Stack>
    </FormDialog>
  )
}
