import { Stack } from '@mantine/core'
import * as z from 'zod/mini'
import type { MapArea } from '../../../contract/maps.ts'
import { useSaveMapArea } from '../../lib/mutations/mapMutations.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { descriptionField, nameField } from './mapFields.ts'
import { NameAndDescription } from './NameAndDescription.tsx'

interface Props {
  /** Null: a new one. */
  area: MapArea | null
  onClose: () => void
}

const schema = z.object({
  name: nameField('マップエリア名を入力してください'),
  description: descriptionField,
})

export function MapAreaDialog({ area, onClose }: Props) {
  const save = useSaveMapArea()
  const verb = area === null ? '登録' : '更新'
  const submitForm = useSubmitForm({
    initialValues: { name: area?.name ?? '', description: area?.description ?? '' },
    schema,
    failed: `マップエリアを${verb}できませんでした`,
    send: async ({ name, description }) => {
      await save.mutateAsync({ id: area?.id ?? null, name: name.trim(), description: description.trim() })
      notify.success(`マップエリアを${verb}しました`)
      onClose()
    },
  })
  const { form } = submitForm
  return (
    <FormDialog
      title={area === null ? 'マップエリアの追加' : 'マップエリアの編集'}
      width={800}
      verb={verb}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <NameAndDescription label="マップエリア名" form={form} />
      </Stack>
    </FormDialog>
  )
}
