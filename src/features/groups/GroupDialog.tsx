import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useId, useTransition } from 'react'
import * as z from 'zod/mini'
import { oneLine, textLimit } from '../../../contract/wire.ts'
import { ApiError } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { confirmDiscard } from '../../ui/dialog/discard.ts'
import { notify } from '../../ui/notice/notify.tsx'
import type { GroupKind, GroupRow } from './kinds.ts'

interface Props {
  kind: GroupKind
  /** Null: a new one. */
  row: GroupRow | null
  onSave: (input: { id: number | null; name: string; description: string }) => Promise<unknown>
  onClose: () => void
}

/** Adds a group, or changes one. */
export function GroupDialog({ kind, row, onSave, onClose }: Props) {
  const formId = useId()
  const [saving, startSaving] = useTransition()
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: row?.name ?? '', description: row?.description ?? '' },
    validate: schemaResolver(
      z.object({
        name: z
          .string()
          .check(
            z.trim(),
            z.minLength(1, `${kind.label}名を入力してください`),
            z.maxLength(textLimit),
            oneLine,
          ),
        description: z.string().check(z.maxLength(textLimit)),
      }),
      { sync: true },
    ),
  })
  const failed = `${kind.label}を${row === null ? '登録' : '更新'}できませんでした`
  const save = ({ name, description }: typeof form.values) =>
    startSaving(async () => {
      notify.retract(failed)
      try {
        await onSave({ id: row?.id ?? null, name: name.trim(), description: description.trim() })
        notify.success(`${kind.label}を${row === null ? '登録' : '更新'}しました`)
        onClose()
      } catch (error) {
        const taken = error instanceof ApiError ? error.issues.find(({ path }) => path === 'name') : undefined
        if (taken) form.setFieldError('name', taken.message)
        else notify.failure(error, { title: failed, retry: submit })
      }
    })
  const submit = form.onSubmit(save, () => form.getInputNode('name')?.focus())
  const cancel = async () => {
    if (!form.isDirty() || (await confirmDiscard())) onClose()
  }
  return (
    <Dialog
      opened
      title={row === null ? `${kind.label}の追加` : `${kind.label}の編集`}
      width={480}
      dirty={form.isDirty()}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={() => void cancel()} disabled={saving}>
            キャンセル
          </Button>
          <Button type="submit" form={formId} loading={saving}>
            {row === null ? '登録' : '更新'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack>
          <TextInput
            label={`${kind.label}名`}
            withAsterisk
            maxLength={textLimit}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          {kind.described && (
            <Textarea
              label="説明（任意）"
              maxLength={textLimit}
              autosize
              minRows={2}
              {...form.getInputProps('description')}
            />
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
