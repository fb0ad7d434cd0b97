import { Input, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { allows } from '../../../contract/access.ts'
import {
  type Device,
  type DeviceType,
  deviceType,
  isAnalogInput,
  isCamera,
  isParent,
} from '../../../contract/devices.ts'
import { analogIntervals } from '../../../contract/time/schedules.ts'
import { textLimit } from '../../../text/limits.ts'
import { useCreateDevice } from '../../lib/mutations/deviceMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { useDeviceOrganization } from '../../lib/queries/deviceOrganization.ts'
import { devicesQuery, foreignDevicesQuery } from '../../lib/queries/devices.ts'
import { clearButton } from '../../ui/form/clearButton.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { shortIntervalsText, typeNames } from './deviceTexts.ts'
import {
  blankNewDevice,
  creationOf,
  hasAccessHash,
  hasParent,
  type NewDeviceValues,
  newDeviceFieldOfIssue,
  newDeviceFormSchema,
} from './newDeviceForm.ts'
import { ScheduleRows } from './ScheduleRows.tsx'

interface Props {
  /** Of the list from which it was opened. */
  type: DeviceType
  onClose: () => void
  onAdded: (device: Device) => void
}

const typeChoices = Object.entries(typeNames).map(([value, label]) => ({ value, label }))
const intervalChoices = [
  { value: '', label: '選択してください', disabled: true },
  ...analogIntervals.map((minutes) => ({ value: String(minutes), label: `${minutes}分ごと` })),
]

/** 端末の追加 */
export function AddDeviceDialog({ type: firstType, onClose, onAdded }: Props) {
  const { role } = useAccount()
  const { id: organizationId, foreign } = useDeviceOrganization()
  const own = useQuery({ ...devicesQuery, enabled: !foreign })
  const theirs = useQuery({ ...foreignDevicesQuery(organizationId, false), enabled: foreign })
  const devices = foreign ? theirs : own
  const create = useCreateDevice()
  const submitForm = useSubmitForm<NewDeviceValues>({
    initialValues: { ...blankNewDevice, type: firstType },
    schema: newDeviceFormSchema,
    failed: '端末を登録できませんでした',
    fields: newDeviceFieldOfIssue,
    codes: {
      serial_number_taken: { path: 'serialNumber', message: 'このシリアル番号は登録済みです' },
      reference_unknown: {
        path: 'parentId',
        message: 'この端末は見つかりません。選び直してください',
      },
    },
    send: async (values) => {
      const device = await create.mutateAsync(creationOf(values))
      notify.success(`「${device.name}」を登録しました`)
      onAdded(device)
    },
  })
  const { form } = submitForm
  const { type, rows } = form.values
  const isMissing = Object.keys(form.errors).some((path) => path.startsWith('rows.'))
  const parents = (devices.data ?? []).filter((device) => isParent(device.type))
  const field = (path: 'serialNumber' | 'name' | 'accessHash') => ({
    maxLength: textLimit,
    autoComplete: 'off',
    ...form.getInputProps(path),
  })
  return (
    <FormDialog title="端末の追加" width={560} verb="登録" form={submitForm} onClose={onClose}>
      <Stack>
        <NativeSelect
          label="種類"
          size="md"
          data={typeChoices}
          {...form.getInputProps('type')}
          value={String(type)}
          onChange={({ currentTarget: { value } }) => {
            const chosen = Object.values(deviceType).find((each) => String(each) === value)
            if (chosen === undefined) return
            form.setFieldValue('type', chosen)
            form.clearErrors()
          }}
        />
        <TextInput label="端末名" withAsterisk data-autofocus {...field('name')} />
        <TextInput
          label="シリアル番号"
          withAsterisk
          spellCheck={false}
          autoCapitalize="none"
          {...field('serialNumber')}
        />
        {isCamera(type) && (
          <div>
            <Input.Label size="md" labelElement="div" mb={4} aria-hidden>
              測定設定
            </Input.Label>
            {!allows('system', role) && (
              <Input.Description size="md" mb={4}>
                {shortIntervalsText}
              </Input.Description>
            )}
            <ScheduleRows
              rows={rows}
              missing={isMissing}
              error={form.errors['rows']}
              onChange={(next) => {
                form.setFieldValue('rows', next)
                form.clearErrors()
              }}
            />
          </div>
        )}
        {isAnalogInput(type) && (
          <NativeSelect
            label="測定間隔"
            size="md"
            withAsterisk
            data={intervalChoices}
            {...form.getInputProps('interval')}
          />
        )}
        {hasParent(type) && (
          <RowSelect
            label="親機（任意）"
            placeholder="ルーター・中継器を選択"
            clearable
            clearButtonProps={clearButton('親機を未設定にする')}
            rows={parents}
            nothingFoundMessage={parents.length === 0 ? 'ルーター・中継器は登録されていません' : '該当なし'}
            {...form.getInputProps('parentId')}
          />
        )}
        {hasAccessHash(type) && (
          <TextInput
            label="アクセスハッシュ（任意）"
            description="端末が自分で登録するときの合言葉です。端末側と同じ値を入力してください。"
            spellCheck={false}
            autoCapitalize="none"
            {...field('accessHash')}
          />
        )}
      </Stack>
    </FormDialog>
  )
}
