import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { allows, type Role } from '../../../../contract/access.ts'
import {
  type Device,
  deviceStatus,
  isCamera,
  measures,
  resolutionType,
  retryTime,
} from '../../../../contract/devices.ts'
import { deviceStatusNames } from '../../../shared/devices/DeviceStatus.tsx'
import { FieldSection } from '../../../ui/form/FieldSection.tsx'
import { useHasKeyboard } from '../../../ui/layout/breakpoints.ts'
import { resolutionName } from '../deviceTexts.ts'
import classes from './DeviceFields.module.css'
import { automaticHours, type DeviceEditForm } from './deviceEditForm.ts'
import { MeasuringFields } from './MeasuringFields.tsx'

interface Props {
  form: DeviceEditForm
  device: Device
  role: Role
}

const retryHours = [
  { value: automaticHours, label: '自動（測定間隔の2倍、10分 〜 3時間）' },
  ...Array.from({ length: retryTime.max / retryTime.step }, (_, index) => ({
    value: String(index + 1),
    label: `${index + 1}時間`,
  })),
]
const resolutions = Object.values(resolutionType).map((type) => ({
  value: String(type),
  label: resolutionName(type),
}))

/** 通信エラー is for cameras; what a device has is offered anyhow. */
const statusesFor = (device: Device) =>
  Object.values(deviceStatus)
    .filter(
      (status) =>
        status !== deviceStatus.communicationError || isCamera(device.type) || status === device.status,
    )
    .map((status) => ({ value: String(status), label: deviceStatusNames[status] }))

/** What may be changed, and by whom; what may not is read only. */
export function DeviceFields({ form, device, role }: Props) {
  const keys = useHasKeyboard()
  const system = allows('system', role)
  const admin = allows('admin', role)
  const toggle = (field: 'isNextAf' | 'isBuzzer' | 'isFlash', label: string) => (
    <Switch size="md" label={label} {...form.getInputProps(field, { type: 'checkbox' })} />
  )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <FieldSection legend="基本">
        {system ? (
          <TextInput label="シリアル番号" withAsterisk {...form.getInputProps('serialNumber')} />
        ) : (
          <TextInput
            label="シリアル番号"
            description="変更できるのはシステム管理者だけです"
            readOnly
            variant="filled"
            value={device.serial_number ?? '未登録'}
          />
        )}
        <TextInput
          label="端末名"
          withAsterisk
          data-autofocus={keys || undefined}
          {...form.getInputProps('name')}
        />
        {admin ? (
          <Select
            label="稼働状態"
            withAsterisk
            allowDeselect={false}
            data={statusesFor(device)}
            {...form.getInputProps('status')}
          />
        ) : (
          <TextInput
            label="稼働状態"
            description="変更できるのは管理者だけです"
            readOnly
            variant="filled"
            value={deviceStatusNames[device.status]}
          />
        )}
      </FieldSection>
      {measures(device.type) && (
        <FieldSection legend="測定設定" className={classes.measuring}>
          <MeasuringFields form={form} device={device} system={system} />
          <Select
            label="リトライ時間"
            withAsterisk
            description="予定時刻からこの時間が過ぎても届かないと、未着になります"
            allowDeselect={false}
            data={retryHours}
            {...form.getInputProps('retryHours')}
          />
          <TextInput
            label="許容する時刻のずれ（秒）"
            withAsterisk
            inputMode="numeric"
            {...form.getInputProps('drift')}
          />
        </FieldSection>
      )}
      {isCamera(device.type) && (
        <FieldSection legend="撮影">
          <Select
            label="撮影解像度"
            withAsterisk
            allowDeselect={false}
            data={resolutions}
            {...form.getInputProps('resolution')}
          />
          {toggle('isNextAf', 'オートフォーカス')}
          {toggle('isBuzzer', 'ブザー')}
          {toggle('isFlash', 'フラッシュ')}
        </FieldSection>
      )}
    </SimpleGrid>
  )
}
