import { Button, Group, Stack, Text } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { role } from '../../../contract/access.ts'
import { escalationText, repeatText } from '../../../text/alertRemindersText.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { alertRemindersQuery } from '../../lib/queries/push.ts'

const AlertRemindersDialog = lazy(async () => ({
  default: (await import('./AlertRemindersDialog.tsx')).AlertRemindersDialog,
}))

/** When people of the organization are told again of alerts that nobody confirms; administrators change it. */
export function AlertReminders() {
  const account = useAccount()
  const { data } = useQuery(alertRemindersQuery)
  const [opened, setOpened] = useState(false)
  const isAdmin = account.role >= role.admin
  if (data === undefined) return null
  const { escalation, repeat_hours: hours } = data
  const { minutes = 0, recipient_group: group } = escalation ?? {}
  const parts = [
    ...(group ? [escalationText(minutes, group.name)] : []),
    ...(hours === null ? [] : [repeatText(hours)]),
  ]
  return (
    <Group component="section" aria-label="確認されないアラート" mt="md" gap="xs" justify="space-between">
      <Group gap="xs" wrap="nowrap" align="flex-start" flex="1 1 220px">
        <IconBellRinging size={22} color="var(--neutral-edge)" style={{ flex: 'none' }} aria-hidden />
        <Stack gap={0}>
          <Text fw={700}>確認されないアラート: {parts.length === 0 ? '再通知なし' : parts.join('、')}</Text>
          <Text size="sm" c="dimmed">
            組織で共通の設定です。{!isAdmin && '変更できるのは管理者です。'}
          </Text>
          {group?.member_count === 0 && (
            <Text size="sm" fw={700}>
              「{group.name}」にメンバーがいないため、代わりに全員に知らせます。
            </Text>
          )}
        </Stack>
      </Group>
      {isAdmin && (
        <Button variant="default" onClick={() => setOpened(true)}>
          再通知を変更
        </Button>
      )}
      {opened && (
        <Suspense>
          <AlertRemindersDialog reminders={data} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Group>
  )
}
