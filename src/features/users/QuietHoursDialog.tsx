import { Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { type QuietHours, quietHoursSchema } from '../../../contract/time/quietHours.ts'
import { quietHoursText } from '../../../text/quietHoursText.ts'
import { useUpdateQuietHours } from '../../lib/mutations/quietHoursMutations.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { WeekdayChips, weekdayChoices } from '../../ui/form/WeekdayChips.tsx'
import { notify } from '../../ui/notice/notify.tsx'

interface Props {
  /** Null: there are none yet. */
  quietHours: QuietHours | null
  onClose: () => void
}

interface Values {
  isOn: boolean
  from: string
  to: string
  /** As chips give them. */
  weekdays: string[]
}

const usual = { from: '22:00', to: '07:00', weekdays: weekdayChoices.map(({ value }) => Number(value)) }

const toQuietHours = ({ from, to, weekdays }: Values): QuietHours => ({
  from,
  to,
  weekdays: weekdays.map(Number),
})

const time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, '時刻を入力してください'))

const formSchema = z.discriminatedUnion('isOn', [
  z.object({ isOn: z.literal(false) }),
  z
    .object({
      isOn: z.literal(true),
      from: time,
      to: time,
      weekdays: z.array(z.string()).check(z.minLength(1, '曜日を選択してください')),
    })
    .check(
      z.refine(({ from, to }) => from !== to, { path: ['to'], error: '開始と違う時刻を入力してください' }),
    ),
])

const fields = {
  'quiet_hours.from': 'from',
  'quiet_hours.to': 'to',
  'quiet_hours.weekdays': 'weekdays',
}

/** When mails and notifications of the whole organization are held. */
export function QuietHoursDialog({ quietHours, onClose }: Props) {
  const update = useUpdateQuietHours()
  const { from, to, weekdays } = quietHours ?? usual
  const form = useSubmitForm<Values>({
    initialValues: { isOn: quietHours !== null, from, to, weekdays: weekdays.map(String) },
    schema: formSchema,
    failed: '休止時間を保存できませんでした',
    fields,
    send: async (values) => {
      await update.mutateAsync(values.isOn ? toQuietHours(values) : null)
      notify.success(values.isOn ? '通知の休止時間を保存しました' : '通知の休止時間をなくしました')
      onClose()
    },
  })
  const { values, errors, getInputProps, setFieldValue } = form.form
  const typed = quietHoursSchema.safeParse(toQuietHours(values))
  return (
    <FormDialog title="通知の休止時間" verb="保存" width={520} form={form} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">
          休止時間のあいだ、アラート・通信エラー・端末のエラーのメールと通知を、組織の全員に送りません。終わりの時刻に、そのあいだのお知らせを1通にまとめて送ります。パスワードや招待のメールは、いつでも届きます。
        </Text>
        <Switch size="md" label="休止時間を設ける" {...getInputProps('isOn', { type: 'checkbox' })} />
        {values.isOn && (
          <>
            <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
              <TextInput type="time" label="開始" maw={160} {...getInputProps('from')} />
              <TextInput type="time" label="終了" maw={160} {...getInputProps('to')} />
            </Group>
            <WeekdayChips
              label="始まる曜日"
              value={values.weekdays}
              onChange={(chosen) => setFieldValue('weekdays', chosen)}
              error={errors['weekdays']}
            />
          </>
        )}
        <Text mih="1.5em" fw={700} role="status">
          {!values.isOn ? 'いつでもすぐに届きます' : typed.success ? quietHoursText(typed.data) : ''}
        </Text>
      </Stack>
    </FormDialog>
  )
}
