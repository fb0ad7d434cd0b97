import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import { type Category, categoryType } from '../../../contract/categories.ts'
import { textLimit } from '../../../text/limits.ts'
import type { CategoryUpdate } from '../../lib/mutations/categoryMutations.ts'
import { categoryTypeNames } from '../../shared/categories/masterNames.ts'
import { base64Of } from '../../shared/pictures/compressForUpload.ts'
import { EffectNote } from '../../shared/readings/EffectNote.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { type ChosenIcon, IconField } from './IconField.tsx'
import { countedMeters, statusChoices } from './masterTexts.ts'

interface Props {
  /** Null: a new one. */
  row: Category | null
  /** How many meters have it; undefined: not known. */
  used: number | undefined
  onSave: (input: CategoryUpdate & { id: number | null }) => Promise<unknown>
  onClose: () => void
}

interface Values {
  name: string
  /** Empty: not chosen yet. */
  type: string
  description: string
  status: string
  icon: ChosenIcon
}

const required = (message: string) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(textLimit))

const categoryForm = z.object({
  name: required('メーター種別名を入力してください').check(oneLine),
  type: z.string().check(z.minLength(1, '種類を選択してください')),
  description: required('説明を入力してください'),
})

const typeChoices = [
  { value: '', label: '選択してください', disabled: true },
  ...Object.entries(categoryTypeNames).map(([value, label]) => ({ value, label })),
]
const typeOf = (value: string) => Object.values(categoryType).find((type) => String(type) === value)

export function CategoryDialog({ row, used, onSave, onClose }: Props) {
  const verb = row === null ? '登録' : '更新'
  const submitForm = useSubmitForm<Values>({
    initialValues: {
      name: row?.name ?? '',
      type: row === null ? '' : String(row.type),
      description: row?.description ?? '',
      status: String(row?.status ?? 0),
      icon: row?.icon ?? null,
    },
    schema: categoryForm,
    failed: `メーター種別を${verb}できませんでした`,
    fields: { icon_base64: 'icon', icon_path: 'icon' },
    send: async ({ name, type, description, status, icon }) => {
      const chosen = icon !== null && typeof icon === 'object'
      await onSave({
        id: row?.id ?? null,
        name: name.trim(),
        type: typeOf(type) ?? categoryType.other,
        description: description.trim(),
        status: status === '1' ? 1 : 0,
        ...(chosen ? { icon_base64: await base64Of(icon.blob) } : { icon_path: icon }),
      })
      notify.success(`メーター種別を${verb}しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const { name, type, icon } = form.values
  const isRenamed = row !== null && name.trim() !== row.name && name.trim() !== ''
  const isReadOtherwise = row !== null && type !== String(row.type)
  const { error } = form.getInputProps('icon')
  return (
    <FormDialog
      title={row === null ? 'メーター種別の追加' : 'メーター種別の編集'}
      width={480}
      verb={verb}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <TextInput label="メーター種別名" withAsterisk {...form.getInputProps('name')} />
        <NativeSelect
          label="種類"
          size="md"
          withAsterisk
          data={typeChoices}
          {...form.getInputProps('type')}
        />
        {used !== 0 && (isRenamed || isReadOtherwise) && (
          <EffectNote>
            {`この種別の${countedMeters(used)}の${isReadOtherwise ? '読み取り方が変わります。積算するかどうかも変わることがあります' : '表示が変わります'}。登録済みの測定値の数値は変わりません。`}
          </EffectNote>
        )}
        <Textarea label="説明" withAsterisk autosize minRows={2} {...form.getInputProps('description')} />
        {row !== null && (
          <NativeSelect
            label="状態"
            size="md"
            withAsterisk
            description="無効にすると、新しく選べなくなります。使用中のメーターの表示は変わりません。"
            data={statusChoices}
            {...form.getInputProps('status')}
          />
        )}
        <IconField
          type={typeOf(type) ?? categoryType.other}
          value={icon}
          error={typeof error === 'string' ? error : null}
          onChange={(chosen) => {
            form.clearFieldError('icon')
            form.setFieldValue('icon', chosen)
          }}
          onRefused={(message) => form.setFieldError('icon', message)}
        />
      </Stack>
    </FormDialog>
  )
}
