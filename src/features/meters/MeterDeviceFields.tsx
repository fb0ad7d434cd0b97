import { Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Meter } from '../../../contract/meters.ts'
import { channels } from '../../lib/meters/analogSettings.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { FieldSection } from '../../ui/form/FieldSection.tsx'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import classes from './MeterFields.module.css'
import { isOfKind, meterDeviceKind, meterDeviceKinds } from './meterDeviceKinds.ts'
import type { MeterForm } from './useMeterForm.ts'

interface Props {
  form: MeterForm
  /** The meter's current device, available before the list. */
  own: Meter['device']
}

/** Kind of device, device, and for an analog input its channel and scale. */
export function MeterDeviceFields({ form, own }: Props) {
  const devices = useQuery(devicesQuery)
  const { kind } = form.values
  const known = devices.data ?? (own === null ? [] : [own])
  const rows = known.filter(({ type }) => isOfKind(type, kind))
  const none = devices.error ? '端末の一覧を読み込めませんでした' : 'この種類の端末はありません'
  const nothing = rows.length === 0 ? none : '該当なし'
  const chooseKind = (value: string) => {
    const chosen =
      meterDeviceKinds.find((each) => String(each.kind) === value)?.kind ?? meterDeviceKind.unregistered
    const before = form.getInitialValues()
    form.setFieldValue('kind', chosen)
    form.setFieldValue('deviceId', chosen === before.kind ? before.deviceId : null)
  }
  return (
    <FieldSection legend="測定端末">
      <Radio.Group aria-label="測定端末の種類" value={String(kind)} onChange={chooseKind}>
        <Group gap="md">
          {meterDeviceKinds.map(({ kind: each, label }) => (
            <Radio key={each} value={String(each)} label={label} size="md" />
          ))}
        </Group>
      </Radio.Group>
      {kind === meterDeviceKind.unregistered && (
        <Text size="sm" c="dimmed">
          カメラやモバイルを選ぶと、撮影や自動の読み取りができます。
        </Text>
      )}
      {kind !== meterDeviceKind.unregistered && (
        <RowSelect
          label="端末"
          placeholder="選択してください"
          rows={rows}
          nothingFoundMessage={nothing}
          {...form.getInputProps('deviceId')}
        />
      )}
      {kind === meterDeviceKind.analogInput && (
        <Stack gap="sm">
          <Radio.Group label="チャンネル" size="md" {...form.getInputProps('channel')}>
            <Group gap="md">
              {channels.map(({ channel, label }) => (
                <Radio key={channel} value={channel} label={label} size="md" />
              ))}
            </Group>
          </Radio.Group>
          <div className={classes.pair}>
            <TextInput label="最小値" {...form.getInputProps('analogMin')} />
            <TextInput label="最大値" {...form.getInputProps('analogMax')} />
          </div>
        </Stack>
      )}
    </FieldSection>
  )
}
