import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import {
  type ExportColumn,
  type ExportFormat,
  type ExportTarget,
  exportColumns,
  exportEncodings,
} from '../../../contract/exports/export-formats.ts'
import { textLimit } from '../../../text/limits.ts'
import { useDeleteExportFormat, useSaveExportFormat } from '../../lib/mutations/exportFormatMutations.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { FieldSection } from '../../ui/form/FieldSection.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { ColumnOrder } from './ColumnOrder.tsx'
import { characterText, encodingNames } from './exportNames.ts'
import classes from './exports.module.css'

interface Props {
  target: ExportTarget
  /** Null: a new one. */
  format: ExportFormat | null
  onSaved: (saved: ExportFormat) => void
  onClose: () => void
}

type Values = Pick<ExportFormat, 'name' | 'encoding' | 'columns' | 'replacements'>

const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, '出力形式名を入力してください'), z.maxLength(textLimit), oneLine),
  columns: z.array(z.string()).check(z.minLength(1, '列を1つ以上選んでください')),
})

const encodings = {
  'utf-8': `${encodingNames['utf-8']}（Excelでそのまま開けます）`,
  cp932: `${encodingNames.cp932}（Shift_JIS。UTF-8を読めないソフト向け）`,
}

/** Without what few files need. */
const columnsAtFirst: Record<ExportTarget, ExportColumn[]> = {
  usages: ['code', 'name', 'unit', 'usage', 'marks'],
  closings: ['month', 'version', 'code', 'name', 'unit', 'usage', 'marks'],
}

const descriptions: Record<ExportTarget, string> = {
  usages: '上から順に並びます。使用量、区分、前月比など、前年同月比などは、期間ごとに繰り返します。',
  closings: '上から順に並びます。',
}

/** 出力形式: name, encoding, columns and their order, for all members of the organization. */
export function FormatDialog({ target, format, onSaved, onClose }: Props) {
  const verb = format === null ? '登録' : '更新'
  const save = useSaveExportFormat()
  const deletion = useDeleteExportFormat()
  const notices = useFailureNotices()
  const submitForm = useSubmitForm<Values>({
    initialValues: {
      name: format?.name ?? '',
      encoding: format?.encoding ?? 'utf-8',
      columns: format?.columns ?? columnsAtFirst[target],
      replacements: format?.replacements ?? [],
    },
    schema,
    failed: `出力形式を${verb}できませんでした`,
    send: async ({ name, ...values }) => {
      const saved = await save.mutateAsync({ id: format?.id ?? null, target, name: name.trim(), ...values })
      notify.success(`出力形式「${saved.name}」を${verb}しました`)
      onSaved(saved)
      onClose()
    },
  })
  const { form } = submitForm
  const remove = async ({ id, name }: ExportFormat) => {
    const agreed = await confirm({
      title: '出力形式の削除',
      text: `出力形式「${name}」を、組織の全員から削除します。保存したCSVは残ります。この操作は元に戻せません。`,
      confirm: '削除',
      destructive: true,
    })
    if (!agreed) return
    deletion.mutate(id, {
      onSuccess: () => {
        notify.success(`出力形式「${name}」を削除しました`)
        onClose()
      },
      onError: (error) => notices.failure(error, { title: `「${name}」を削除できませんでした` }),
    })
  }
  const { replacements } = form.values
  return (
    <FormDialog
      title={format === null ? '出力形式の追加' : '出力形式の編集'}
      width={560}
      verb={verb}
      form={submitForm}
      className={classes.form}
      onClose={onClose}
    >
      <TextInput
        label="出力形式名"
        description="組織の全員が使います"
        withAsterisk
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label="文字コード"
        size="md"
        data={exportEncodings.map((value) => ({ value, label: encodings[value] }))}
        {...form.getInputProps('encoding')}
      />
      <ColumnOrder
        columns={exportColumns[target]}
        chosen={form.values.columns}
        error={form.errors['columns']}
        description={descriptions[target]}
        onChange={(columns) => form.setFieldValue('columns', columns)}
      />
      {form.values.encoding === 'cp932' && replacements.length > 0 && (
        <FieldSection legend="置き換える文字">
          <ul className={classes.replacements}>
            {replacements.map(({ character, text }) => (
              <li key={character} className={classes.replacement}>
                {characterText(character)} → {text || '（なし）'}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`${characterText(character)}の置き換えを外す`}
                  onClick={() =>
                    form.setFieldValue(
                      'replacements',
                      replacements.filter((each) => each.character !== character),
                    )
                  }
                >
                  <IconX size={18} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </FieldSection>
      )}
      {format !== null && (
        <Button
          variant="default"
          c="var(--abnormal-text)"
          leftSection={<IconTrash size={18} aria-hidden />}
          loading={deletion.isPending}
          onClick={() => void remove(format)}
        >
          この出力形式を削除
        </Button>
      )}
    </FormDialog>
  )
}
