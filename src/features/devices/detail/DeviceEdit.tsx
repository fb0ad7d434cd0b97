import { allows } from '../../../../contract/access.ts'
import type { Device } from '../../../../contract/devices.ts'
import { useSaveDevice } from '../../../lib/mutations/deviceMutations.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { useBusy } from '../../../pwa/busy.ts'
import { EditActions } from '../../../ui/form/EditActions.tsx'
import { useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { DeviceFields } from './DeviceFields.tsx'
import { changesOf, deviceEditFormSchema, editFieldOfIssue, valuesOf } from './deviceEditForm.ts'

interface Props {
  /** When editing began. */
  device: Device
  /** Saved or cancelled. */
  onEnd: () => void
}

/** The first field; where that would raise the phone's keyboard, the form. */
const focusFirst = (form: HTMLFormElement | null) =>
  (form?.querySelector<HTMLElement>('[data-autofocus]') ?? form)?.focus({ preventScroll: true })

/** Edit form: 更新 sends changed fields only, キャンセル discards. */
export function DeviceEdit({ device, onEnd }: Props) {
  const { role } = useAccount()
  const save = useSaveDevice()
  const { form, saving, submit } = useSubmitForm({
    initialValues: valuesOf(device),
    schema: deviceEditFormSchema(allows('system', role)),
    failed: '端末を更新できませんでした',
    fields: editFieldOfIssue,
    send: async (values) => {
      const changes = changesOf(device, values)
      if (Object.keys(changes).length === 0) return onEnd()
      const saved = await save.mutateAsync({ id: device.id, changes })
      notify.success(`「${saved.name}」を更新しました`)
      onEnd()
    },
  })
  useBusy('device', form.isDirty(), 'input')
  return (
    <form ref={focusFirst} tabIndex={-1} aria-label="端末の編集" onSubmit={submit} noValidate>
      <DeviceFields form={form} device={device} role={role} />
      <EditActions saving={saving} onEnd={onEnd} />
    </form>
  )
}
