import { Stack, Text } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { organizationQuery } from '../../lib/queries/organizations.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import classes from './confirmStop.module.css'

/** Asks before an organization is stopped, naming the devices whose reports will be refused. */
export async function confirmStop(
  client: QueryClient,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  const { devices, users } = await client.query(organizationQuery(id))
  const refused = devices.filter(({ deleted_at }) => deleted_at === null)
  return confirm({
    title: '組織の利用を止める',
    text: (
      <Stack gap="sm">
        <Text>{`組織「${name}」のユーザー${users.length}人は、すぐに利用できなくなります。`}</Text>
        {refused.length > 0 && (
          <div>
            <Text>{`次の端末${refused.length}台からの報告も拒否されます。`}</Text>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys */}
            <ul className={classes.devices} tabIndex={0} aria-label="報告が拒否される端末">
              {refused.map((device) => (
                <li key={device.id}>{device.name}</li>
              ))}
            </ul>
          </div>
        )}
      </Stack>
    ),
    confirm: '利用を止める',
    destructive: true,
  })
}
