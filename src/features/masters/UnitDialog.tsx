import { NativeSelect, Stack, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import { categoryType } from '../../../contract/categories.ts'
import type { Unit } from '../../../contract/units.ts'
import { isCumulative } from '../../../contract/values/cumulative.ts'
import { textLimit } from '../../../text/limits.ts'
import { EffectNote } from '../../shared/readings/EffectNote.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { selectAll } from '../../ui/form/selectAll.ts'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { countedMeters, statusChoices } from './masterTexts.ts'

interface Props {
  /** Null: a new one. */
  row: Unit | null
  /** How many meters have it; undefined: not known. */
  used: number | undefined
  onSave: (input: { id: number | null; name: string; status: 0 | 1 }) => Promise<unknown>
  onClose: () => void
}

const unitForm = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, '単位名を入力してください'), z.maxLength(textLimit), oneLine),
})

export function UnitDialog({ row, used, onSave, onClose }: Props) {
  const verb = row === null ? '登録' : '更新'
  const submitForm = useSubmitForm({
    initialValues: { name: row?.name ?? '', status: String(row?.status ?? 0) },
    schema: unitForm,
    failed: `単位を${verb}できませんでした`,
    send: async ({ name, status }) => {
      await onSave({ id: row?.id ?? null, name: name.trim(), status: status === '1' ? 1 : 0 })
      notify.success(`単位を${verb}しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const effect = row && renameEffect({ from: row.name, to: form.values.name.trim(), used })
  return (
    <FormDialog
      title={row === null ? '単位の追加' : '単位の編集'}
      width={480}
      verb={verb}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <TextInput
          label="単位名"
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

interface Rename {
  from: string
  to: string
  used: number | undefined
}

/** What another name does to the meters that have the unit; null: nothing. */
function renameEffect({ from, to, used }: Rename): string | null {
  if (used === 0 || to === '' || to === from) return null
  const shown = `この単位の${countedMeters(used)}と、その測定値の単位が「${to}」に変わります。保存されている数値は換算しません。`
  const counts = isCountedUnit(to)
  if (counts === isCountedUnit(from)) return shown
  return `${shown}積算が「自動」の表示器は、使用量を計算${counts ? 'するようになります' : 'しなくなります'}。`
}

const isCountedUnit = (unit: string) =>
  isCumulative(categoryType.segment, { mode: 'auto', unit, range: null })
