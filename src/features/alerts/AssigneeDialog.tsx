import { Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { allows } from '../../../contract/access.ts'
import type { Alert } from '../../../contract/alerts.ts'
import { useAssignAlert } from '../../lib/mutations/assigneeMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { alertQuery } from '../../lib/queries/alerts.ts'
import { assigneesQuery } from '../../lib/queries/assignees.ts'
import { AssigneeText } from '../../shared/alerts/AssigneeText.tsx'
import { clearButton } from '../../ui/form/clearButton.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'

interface Props {
  alert: Alert
  onClose: () => void
}

interface Values {
  userId: number | null
}

const schema = z.object({ userId: z.nullable(z.int()) })

/** 担当を変える: hands an alert over to any member, oneself first. */
export default function AssigneeDialog({ alert, onClose }: Props) {
  const account = useAccount()
  const { online } = useNetwork()
  const { data: members = [] } = useQuery(assigneesQuery)
  // Somebody else may be first while the dialog is open.
  const { data: current = alert } = useQuery(alertQuery(useQueryClient(), alert.id))
  const assign = useAssignAlert()
  const { meter } = alert.meter_value
  const isReleasable = current.assignee?.id === account.id || allows('admin', account.role)
  const people = [account, ...members.filter(({ id }) => id !== account.id)]
  const form = useSubmitForm<Values>({
    initialValues: { userId: account.id },
    schema,
    failed: '担当を変更できませんでした',
    fields: { user_id: 'userId', previous_user_id: 'userId' },
    send: async ({ userId }) => {
      const previousUserId = current.assignee?.id ?? null
      const { assignee } = await assign.mutateAsync({ id: alert.id, userId, previousUserId })
      notify.success(
        assignee
          ? `「${meter.name}」のアラートを${assignee.username}さんの担当にしました`
          : `「${meter.name}」のアラートの担当を外しました`,
      )
      onClose()
    },
  })
  return (
    <FormDialog title="担当の変更" verb="変更" width={480} form={form} onClose={onClose}>
      <Text mb="md">
        「{meter.name}」のアラートの担当: <AssigneeText alert={current} />
      </Text>
      <Text mb="md" fw={700} role="status">
        {!online && 'オフラインです。電波の届く所で担当を変更してください。'}
      </Text>
      <RowSelect
        label="担当者"
        placeholder={isReleasable ? '担当者なし' : '担当者を選択'}
        rows={people.map(({ id, username }) => ({ id, name: username }))}
        clearable={isReleasable}
        clearButtonProps={clearButton('担当者をクリア')}
        {...form.form.getInputProps('userId')}
      />
    </FormDialog>
  )
}
