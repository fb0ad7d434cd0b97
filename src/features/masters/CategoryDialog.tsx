import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import {
  type Category,
  categoryType,
  initialChangeLimits,
  largestChangeLimits,
} from '../../../contract/categories.ts'
import { textLimit } from '../../../text/limits.ts'
import type { CategoryUpdate } from '../../lib/mutations/categoryMutations.ts'
import { categoryTypeNames } from '../../shared/categories/masterNames.ts'
import { base64Of } from '../../shared/pictures/compressForUpload.ts'
import { EffectNote } from '../../shared/readings/EffectNote.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { wholeNumber } from '../../ui/form/wholeNumber.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'
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
  /** Numbers stay text until they are sent. */
  changePercent: string
  changeLeast: string
  icon: ChosenIcon
}

const required = (message: string) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(textLimit))

const isQuantity = (text: string) => {
  const value = parseNumberValue(text)
  return value != null && value >= 0 && value <= largestChangeLimits.least
}

const categoryForm = z.object({
  name: required('メーター種別名を入力してください').check(oneLine),
  type: z.string().check(z.minLength(1, '種類を選択してください')),
  description: required('説明を入力してください'),
  changePercent: wholeNumber(largestChangeLimits.percent),
  changeLeast: z
    .string()
    .check(
      z.refine(
        isQuantity,
        `0から${largestChangeLimits.least.toLocaleString('ja-JP')}までの数値を入力してください`,
      ),
    ),
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
      changePercent: String(row?.change_percent ?? initialChangeLimits.percent),
      changeLeast: String(row?.change_least ?? initialChangeLimits.least),
      icon: row?.icon ?? null,
    },
    schema: categoryForm,
    failed: `メーター種別を${verb}できませんでした`,
    fields: {
      icon_base64: 'icon',
      icon_path: 'icon',
      change_percent: 'changePercent',
      change_least: 'changeLeast',
    },
    send: async ({ name, type, description, status, changePercent, changeLeast, icon }) => {
      const chosen = icon !== null && typeof icon === 'object'
      await onSave({
        id: row?.id ?? null,
        name: name.trim(),
        type: typeOf(type) ?? categoryType.other,
        description: description.trim(),
        status: status === '1' ? 1 : 0,
        change_percent: parseNumberValue(changePercent) ?? initialChangeLimits.percent,
        change_least: parseNumberValue(changeLeast) ?? initialChangeLimits.least,
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
        <TextInput
          label="締めの前月比・前年同月比のしきい値"
          description="1日あたりの使用量の変化がこれを超えるメーターを、締める前に確認します。締めた月は変わりません。"
          inputMode="numeric"
          leftSection="±"
          rightSection="%"
          {...form.getInputProps('changePercent')}
        />
        <TextInput
          label="その変化の最小量（1日あたり）"
          description="これより小さい変化は確認しません。メーターの単位の量です。"
          inputMode="decimal"
          {...form.getInputProps('changeLeast')}
        />
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
