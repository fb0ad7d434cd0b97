import { Stack, Text } from '@mantine/core'
import * as z from 'zod/mini'
import { type Device, isCamera, isParent } from '../../../../contract/devices.ts'
import { type MapPlan, pinType } from '../../../../contract/maps.ts'
import { useSaveDevice } from '../../../lib/mutations/deviceMutations.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { RowMultiSelect } from '../../../ui/form/RowMultiSelect.tsx'
import { useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import type { PinFacts } from './pinFacts.ts'

interface Props {
  facts: PinFacts
  /** Of the organization. */
  devices: readonly Device[]
  maps: readonly MapPlan[]
  onClose: () => void
}

const schema = z.object({ ids: z.array(z.number()) })

/** Attaches devices to a pin and detaches them: cameras, and on a WiFi pin routers and repeaters as well. */
export function PinDevicesDialog({ facts: { pin, devices: own }, devices, maps, onClose }: Props) {
  const save = useSaveDevice()
  const before = own.map(({ id }) => id)
  const takesParents = pin.type === pinType.wifi
  const offered = devices.filter(
    ({ id, type }) => isCamera(type) || (takesParents && isParent(type)) || before.includes(id),
  )
  const label = takesParents ? 'カメラ・ルーター・中継器' : 'カメラ'
  const pins = new Map(
    maps.flatMap((map) => map.map_pins.map((each) => [each.id, `${map.name} ${each.name}`] as const)),
  )
  /** A device that is on another pin says so, because it will leave it. */
  const rows = offered.map(({ id, name, map_pin: on }) => {
    const elsewhere = on === null || on.id === pin.id ? undefined : pins.get(on.id)
    return { id, name: elsewhere === undefined ? name : `${name}（現在: ${elsewhere}）` }
  })
  const submitForm = useSubmitForm({
    initialValues: { ids: before },
    schema,
    failed: '端末を更新できませんでした',
    send: async ({ ids }) => {
      const attached = ids.filter((id) => !before.includes(id))
      const detached = before.filter((id) => !ids.includes(id))
      await Promise.all([
        ...attached.map((id) => save.mutateAsync({ id, changes: { map_pin_id: pin.id } })),
        ...detached.map((id) => save.mutateAsync({ id, changes: { map_pin_id: null } })),
      ])
      notify.success(`「${pin.name}」の端末を更新しました`)
      onClose()
    },
  })
  const { form } = submitForm
  return (
    <FormDialog title={`「${pin.name}」の端末`} width={800} verb="更新" form={submitForm} onClose={onClose}>
      <Stack mih={320}>
        <Text size="sm">このピンに表示する端末を選択してください。外した端末の登録は残ります。</Text>
        <RowMultiSelect
          label={label}
          labelled
          rows={rows}
          chosen={form.values.ids}
          onChoose={(ids) => form.setFieldValue('ids', ids)}
        />
      </Stack>
    </FormDialog>
  )
}
