import { Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type AlertReminders, reminderLimits } from '../../../contract/alert-rules/alertReminders.ts'
import { useUpdateAlertReminders } from '../../lib/mutations/alertReminderMutations.ts'
import { recipientGroupsQuery } from '../../lib/queries/alert-rules/recipientGroups.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { wholeNumber } from '../../ui/form/wholeNumber.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'

interface Props {
  reminders: AlertReminders
  onClose: () => void
}

/** Numbers stay text until they are sent. */
interface Values {
  escalates: boolean
  minutes: string
  /** Null: none is chosen yet. */
  groupId: string | null
  repeats: boolean
  hours: string
}

const { minutes, hours } = reminderLimits
const minutesSchema = wholeNumber(minutes.most, minutes.least)
const hoursSchema = wholeNumber(hours.most, hours.least)

/** Only what is switched on is checked. */
const formSchema = z.custom<Values>().check(
  z.superRefine((values, { addIssue }) => {
    const refuse = (field: keyof Values, message: string) =>
      addIssue({ code: 'custom', path: [field], message, input: values })
    const check = (field: 'minutes' | 'hours', schema: typeof minutesSchema) => {
      for (const { message } of schema.safeParse(values[field]).error?.issues ?? []) refuse(field, message)
    }
    if (values.escalates) check('minutes', minutesSchema)
    if (values.escalates && values.groupId === null) refuse('groupId', '通知先グループを選択してください')
    if (values.repeats) check('hours', hoursSchema)
  }),
)

const fields = {
  'escalation.minutes': 'minutes',
  'escalation.recipient_group_id': 'groupId',
  repeat_hours: 'hours',
}

/** When people of the organization are told again of alerts that nobody confirms. */
export function AlertRemindersDialog({
  reminders: { escalation, repeat_hours: repeatHours },
  onClose,
}: Props) {
  const update = useUpdateAlertReminders()
  const { data: groups = [], isSuccess } = useQuery(recipientGroupsQuery)
  const form = useSubmitForm<Values>({
    initialValues: {
      escalates: escalation !== null,
      minutes: String(escalation?.minutes ?? 30),
      groupId: escalation && String(escalation.recipient_group.id),
      repeats: repeatHours !== null,
      hours: String(repeatHours ?? 4),
    },
    schema: formSchema,
    failed: '再通知の設定を保存できませんでした',
    fields,
    send: async (values) => {
      await update.mutateAsync({
        escalation: values.escalates
          ? { minutes: parseNumberValue(values.minutes) ?? 0, recipient_group_id: Number(values.groupId) }
          : null,
        repeat_hours: values.repeats ? (parseNumberValue(values.hours) ?? 0) : null,
      })
      notify.success('再通知の設定を保存しました')
      onClose()
    },
  })
  const { values, getInputProps } = form.form
  return (
    <FormDialog title="確認されないアラート" verb="保存" width={520} form={form} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">
          アラートのお知らせを送ってから、だれも確認済みにしないまま続いているときに、あらためて知らせます。通知の休止時間のあいだは送らず、終わってから送ります。設定を始めたあとにお知らせしたアラートが対象です。
        </Text>
        <Switch
          size="md"
          label="ほかの人にも知らせる"
          description="担当がいるアラートは知らせません。メンバーには、アラートメールがオフでもメールで届きます。"
          {...getInputProps('escalates', { type: 'checkbox' })}
        />
        {values.escalates && (
          <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
            <TextInput
              label="知らせるまでの時間（分）"
              inputMode="numeric"
              maxLength={5}
              maw={200}
              {...getInputProps('minutes')}
            />
            <Select
              label="通知先グループ"
              placeholder={
                isSuccess && groups.length === 0 ? '通知先グループがありません' : '選択してください'
              }
              description={
                isSuccess && groups.length === 0 && 'アラートルールの「通知先グループ」で追加できます。'
              }
              data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
              allowDeselect={false}
              {...getInputProps('groupId')}
            />
          </Group>
        )}
        <Switch
          size="md"
          label="もう一度知らせる"
          description="担当がいても、確認されるかアラートが終わるまで、知らせた人にくり返し知らせます。"
          {...getInputProps('repeats', { type: 'checkbox' })}
        />
        {values.repeats && (
          <TextInput
            label="くり返す間隔（時間）"
            inputMode="numeric"
            maxLength={3}
            maw={200}
            {...getInputProps('hours')}
          />
        )}
      </Stack>
    </FormDialog>
  )
}
