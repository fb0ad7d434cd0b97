import { Button, Group, Stack, Text } from '@mantine/core'
import { IconBellOff, IconClockPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { role } from '../../../contract/access.ts'
import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'
import { useEndMaintenance } from '../../lib/mutations/maintenanceMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { useWorking } from '../../ui/state/useWorking.ts'
import { useFocusAfterRemoval } from '../../ui/table/useFocusAfterRemoval.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { useMaintenances } from './useMaintenances.ts'

const MaintenanceDialog = lazy(async () => ({
  default: (await import('./MaintenanceDialog.tsx')).MaintenanceDialog,
}))

/** A line for each group where people work, for everybody; administrators extend and end it there. */
export function Maintenances() {
  const maintenances = useMaintenances()
  const isAdmin = useAccount().role >= role.admin
  const [extended, setExtended] = useState<Maintenance | null>(null)
  const end = useEnding()
  if (maintenances.length === 0) return null
  return (
    <Stack component="section" aria-label="点検中" tabIndex={-1} gap="xs" mb="sm">
      {maintenances.map((maintenance) => {
        const { group_id: id, group_name: name, reason, ends_at: until } = maintenance
        return (
          <Group
            key={id}
            justify="space-between"
            gap="xs"
            px="sm"
            py={6}
            bd="1px solid var(--waiting-edge)"
            bg="var(--waiting-soft)"
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          >
            <Group gap="xs" wrap="nowrap" align="flex-start" flex="1 1 240px">
              <IconBellOff size={22} color="var(--waiting-text)" style={{ flex: 'none' }} aria-hidden />
              <Text size="sm" className="break-anywhere">
                <b>{name}</b>: 点検中（
                <PlainTime time={until} /> まで、{reason}）。通知は止めています。
              </Text>
            </Group>
            {isAdmin && (
              <Group gap="xs">
                <Button
                  variant="default"
                  leftSection={<IconClockPlus size={18} aria-hidden />}
                  aria-label={`${name}の点検中を延長`}
                  onClick={() => setExtended(maintenance)}
                >
                  延長
                </Button>
                <Button
                  variant="default"
                  aria-label={`${name}の点検中を終了`}
                  data-removes="maintenance"
                  onClick={() => end(maintenance)}
                >
                  終了
                </Button>
              </Group>
            )}
          </Group>
        )
      })}
      {extended && (
        <Suspense>
          <MaintenanceDialog
            group={{ id: extended.group_id, name: extended.group_name }}
            current={extended}
            onClose={() => setExtended(null)}
          />
        </Suspense>
      )}
    </Stack>
  )
}

/** Ends it after a question, and says how many alerts are left. */
function useEnding() {
  const ending = useEndMaintenance()
  const [isEnding, startEnding] = useWorking()
  const markAsker = useFocusAfterRemoval(isEnding)
  const end = async ({ group_id: id, group_name: name }: Maintenance) => {
    const agreed = await confirm({
      title: '点検中の終了',
      text: `「${name}」の点検中を終了します。まだ発生しているアラートは、メールと通知で知らせます。`,
      confirm: '終了',
    })
    if (!agreed) return
    const failed = `「${name}」の点検中を終了できませんでした`
    notify.retract(failed)
    try {
      const left = await ending.mutateAsync(id)
      notify.success(`「${name}」の点検中を終了しました。${leftText(left)}`)
    } catch (error) {
      notify.failure(error, { title: failed })
    }
  }
  return (maintenance: Maintenance) => {
    markAsker()
    startEnding(() => end(maintenance))
  }
}

const leftText = (alerts: number): string =>
  alerts === 0 ? '発生中のアラートはありません。' : `発生中のアラートが${alerts}件あります。`
