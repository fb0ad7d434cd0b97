import { Stack, Text } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { use } from 'react'
import * as z from 'zod/mini'
import type { Device } from '../../../../contract/devices.ts'
import { useRenewDeviceKey } from '../../../lib/queries/deviceConnection.ts'
import { clearButton } from '../../../ui/form/clearButton.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { JapaneseDatesProvider } from '../../../ui/form/JapaneseDatesProvider.tsx'
import { useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { todayIn } from '../../../ui/text/formatTime.ts'

interface Props {
  device: Device
  /** The device has a key, which is withdrawn. */
  isRenewal: boolean
  onClose: () => void
}

/** `YYYY-MM-DD`, or null for a key that does not expire. */
const schema = z.object({ expiry: z.nullable(z.string()) })

/** キーの作成, キーの更新 */
export function DeviceKeyDialog({ device: { id, name }, isRenewal, onClose }: Props) {
  const today = todayIn(use(TimeZone), useCurrentMinute())
  const renewal = useRenewDeviceKey()
  const verb = isRenewal ? '更新' : '作成'
  const submitForm = useSubmitForm<z.infer<typeof schema>>({
    initialValues: { expiry: null },
    schema,
    failed: `キーを${verb}できませんでした`,
    fields: () => ({ expire_at: 'expiry' }),
    send: async ({ expiry }) => {
      await renewal.mutateAsync({ id, expireAt: expiry && `${expiry} 23:59:59` })
      notify.success(`「${name}」のキーを${verb}しました`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`キーの${verb}（${name}）`}
      width={560}
      verb={verb}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        {isRenewal && (
          <Text size="sm">
            {`「${name}」の新しいキーを作成し、今のキーを無効にします。端末に新しいキーを設定するまで、この端末は送信できません。`}
          </Text>
        )}
        <JapaneseDatesProvider>
          <DatePickerInput
            data-autofocus
            label="有効期限（任意）"
            description="この日の23:59:59まで使えます。期限の30日前からお知らせします。"
            size="md"
            clearable
            clearButtonProps={clearButton('有効期限を消す')}
            placeholder="期限なし"
            valueFormat="YYYY/MM/DD"
            minDate={today}
            leftSection={<IconCalendar size={18} aria-hidden />}
            {...submitForm.form.getInputProps('expiry')}
          />
        </JapaneseDatesProvider>
      </Stack>
    </FormDialog>
  )
}
