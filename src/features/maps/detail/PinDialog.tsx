import { Stack, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import type { MapPin, PinType } from '../../../../contract/maps.ts'
import { useSavePin } from '../../../lib/mutations/mapMutations.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { selectAll } from '../../../ui/form/selectAll.ts'
import { useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { nameField } from '../mapFields.ts'
import { PinTypeToggle } from './PinTypeToggle.tsx'

const schema = z.object({ name: nameField('ピン名を入力してください') })

/** Name and type of a pin. */
export function PinDialog({ pin, onClose }: { pin: MapPin; onClose: () => void }) {
  const save = useSavePin()
  const initialValues: { name: string; type: PinType } = { name: pin.name, type: pin.type }
  const submitForm = useSubmitForm({
    initialValues,
    schema,
    failed: 'ピンを更新できませんでした',
    send: async ({ name, type }) => {
      await save.mutateAsync({ id: pin.id, changes: { name: name.trim(), type } })
      notify.success('ピンを更新しました')
      onClose()
    },
  })
  const { form } = submitForm
  return (
    <FormDialog title="ピンの編集" width={480} verb="更新" form={submitForm} onClose={onClose}>
      <Stack>
        <TextInput label="ピン名" withAsterisk {...form.getInputProps('name')} onFocus={selectAll} />
        <PinTypeToggle value={form.values.type} onChange={(type) => form.setFieldValue('type', type)} />
      </Stack>
    </FormDialog>
  )
}
