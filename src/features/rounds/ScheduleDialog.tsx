import { Box, Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { role } from '../../../contract/access.ts'
import type { ShownRound } from '../../lib/held/heldRound.ts'
import { useUpdateRoute } from '../../lib/mutations/roundMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { assigneesQuery } from '../../lib/queries/assignees.ts'
import { roundScheduleText } from '../../shared/rounds/roundScheduleText.ts'
import { clearButton } from '../../ui/form/clearButton.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { type Form, useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { WeekdayChips, weekdayChoices } from '../../ui/form/WeekdayChips.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import classes from './ScheduleDialog.module.css'
import {
  fieldOfIssue,
  routeChanges,
  type ScheduleValues,
  scheduleFormSchema,
  scheduleValuesOf,
  typedSchedule,
} from './scheduleForm.ts'

interface Props {
  round: ShownRound
  onClose: () => void
}

const everyLabels = { none: '予定なし', day: '毎日', week: '毎週', month: '毎月' }

/** When a group's rounds are due, and who is in charge of them. */
export function ScheduleDialog({ round, onClose }: Props) {
  const update = useUpdateRoute()
  const initialValues = scheduleValuesOf(round)
  const form = useSubmitForm<ScheduleValues>({
    initialValues,
    schema: scheduleFormSchema,
    failed: '予定を保存できませんでした',
    fields: fieldOfIssue,
    send: async (values) => {
      const changes = routeChanges(initialValues, values)
      if (Object.keys(changes).length > 0) {
        const saved = await update.mutateAsync({ inspectionId: round.inspection_id, changes })
        notify.success(`「${round.inspection_name}」の予定と担当者を保存しました`)
        if (changes.schedule && saved.is_set_after_due)
          notify.info('今回の期限の時刻はもう過ぎています。次回から期限になります。')
      }
      onClose()
    },
  })
  const { values, getInputProps } = form.form
  const typed = typedSchedule(values)
  return (
    <FormDialog
      title="予定と担当者"
      verb="保存"
      width={520}
      form={form}
      className={classes.form}
      onClose={onClose}
    >
      <Radio.Group label="くり返し" {...getInputProps('every')}>
        <Group gap="12px 20px" align="stretch" mt={8}>
          {Object.entries(everyLabels).map(([value, label]) => (
            <Radio
              key={value}
              size="md"
              value={value}
              label={label}
              data-autofocus={value === initialValues.every || undefined}
            />
          ))}
        </Group>
      </Radio.Group>
      {values.every === 'day' && (
        <WeekdayChips
          value={values.weekdays}
          onChange={(chosen) => form.form.setFieldValue('weekdays', chosen)}
          error={form.form.errors['weekdays']}
        />
      )}
      {values.every === 'week' && (
        <NativeSelect
          label="曜日"
          size="md"
          data={weekdayChoices.map(({ value, label }) => ({ value, label: `${label}曜日` }))}
          {...getInputProps('weekday')}
        />
      )}
      {values.every === 'month' && (
        <TextInput
          label="日"
          description="その日がない月は末日が期限になります"
          inputMode="numeric"
          maxLength={2}
          {...getInputProps('day')}
        />
      )}
      {values.every !== 'none' && (
        <TextInput type="time" label="期限の時刻" maw={160} {...getInputProps('time')} />
      )}
      <Box component="p" mih="1.5em" fw={700} role="status">
        {typed ? roundScheduleText(typed) : typed === null ? '期限のある予定はありません' : ''}
      </Box>
      <Assignee round={round} input={getInputProps('assigneeId')} />
    </FormDialog>
  )
}

interface AssigneeProps {
  round: ShownRound
  input: ReturnType<Form<ScheduleValues>['getInputProps']>
}

/** All members but system administrators; without an answer oneself, and whoever it is. */
function Assignee({ round: { assignee }, input }: AssigneeProps) {
  const account = useAccount()
  const { data } = useQuery(assigneesQuery)
  const known = [...(account.role === role.system ? [] : [account]), ...(assignee ? [assignee] : [])]
  const people = [...new Map([...known, ...(data ?? [])].map((user) => [user.id, user])).values()]
  return (
    <RowSelect
      label="担当者"
      description="期限までに終わらないとき、メールで知らせます"
      placeholder="担当者なし"
      rows={people.map((user) => ({ id: user.id, name: user.username }))}
      clearable
      clearButtonProps={clearButton('担当者をクリア')}
      {...input}
    />
  )
}
