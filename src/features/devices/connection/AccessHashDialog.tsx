import { Text, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { oneLine } from '../../../../contract/calls/wire.ts'
import type { Device } from '../../../../contract/devices.ts'
import { textLimit } from '../../../../text/limits.ts'
import { useSetAccessHash } from '../../../lib/queries/deviceConnection.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { notify } from '../../../ui/notice/notify.tsx'

const schema = z.object({ accessHash: z.string().check(z.trim(), z.maxLength(textLimit), oneLine) })

/** アクセスハッシュの変更 */
export function AccessHashDialog({ device: { id, name }, onClose }: { device: Device; onClose: () => void }) {
  const change = useSetAccessHash()
  const submitForm = useSubmitForm({
    initialValues: { accessHash: '' },
    schema,
    failed: 'アクセスハッシュを変更できませんでした',
    fields: () => ({ access_hash: 'accessHash' }),
    send: async ({ accessHash }) => {
      await change.mutateAsync({ id, accessHash: accessHash.trim() || null })
      notify.success(`「${name}」のアクセスハッシュを変更しました`)
      onClose()
    },
  })
  return (
    <FormDialog title="アクセスハッシュの変更" width={560} verb="変更" form={submitForm} onClose={onClose}>
      <TextInput
        label="アクセスハッシュ（任意）"
        description="空欄のままにすると、自動で作成されます。"
        {...submitForm.form.getInputProps('accessHash')}
      />
      <Text size="sm" mt="sm">
        登録済みの端末は、次に登録するときに新しいアクセスハッシュが必要です。
      </Text>
    </FormDialog>
  )
}
