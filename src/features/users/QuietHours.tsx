import { Button, Group, Stack, Text } from '@mantine/core'
import { IconMoon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { role } from '../../../contract/access.ts'
import { quietHoursText } from '../../../text/quietHoursText.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { quietHoursQuery } from '../../lib/queries/push.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'

const QuietHoursDialog = lazy(async () => ({
  default: (await import('./QuietHoursDialog.tsx')).QuietHoursDialog,
}))

/** 通知の休止時間 of the organization; administrators change it. */
export function QuietHours() {
  const account = useAccount()
  const { data } = useQuery(quietHoursQuery)
  const [opened, setOpened] = useState(false)
  const isAdmin = account.role >= role.admin
  if (data === undefined) return null
  const { quiet_hours: quietHours, quiet_until: until } = data
  return (
    <Group component="section" aria-label="通知の休止時間" mt="md" gap="xs" justify="space-between">
      <Group gap="xs" wrap="nowrap" align="flex-start" flex="1 1 220px">
        <IconMoon size={22} color="var(--neutral-edge)" style={{ flex: 'none' }} aria-hidden />
        <Stack gap={0}>
          <Text fw={700}>通知の休止時間: {quietHours === null ? 'なし' : quietHoursText(quietHours)}</Text>
          <Text size="sm" c="dimmed">
            組織で共通の設定です。{!isAdmin && '変更できるのは管理者です。'}
            休止中もアラートは判定され、画面に表示されます。
          </Text>
          {until !== null && (
            <Text size="sm" fw={700}>
              今は休止中です（
              <PlainTime time={until} /> まで）。
            </Text>
          )}
        </Stack>
      </Group>
      {isAdmin && (
        <Button variant="default" onClick={() => setOpened(true)}>
          休止時間を変更
        </Button>
      )}
      {opened && (
        <Suspense>
          <QuietHoursDialog quietHours={quietHours} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Group>
  )
}
