import type { QueryClient } from '@tanstack/react-query'
import { organizationQuery } from '../../lib/queries/organizations.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'

const maxNamed = 5

/** Asks before an organization is stopped, naming the devices whose reports will be refused. */
export async function confirmStop(
  client: QueryClient,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  const { devices, users } = await client.query(organizationQuery(id))
  const names = devices.filter(({ deleted_at }) => deleted_at === null).map((device) => device.name)
  const others = names.length - maxNamed
  const named = `${names.slice(0, maxNamed).join('、')}${others > 0 ? `、ほか${others}台` : ''}`
  const refused = names.length === 0 ? '' : `端末${names.length}台（${named}）からの報告も拒否されます。`
  return confirm({
    title: '組織の利用を止める',
    text: `組織「${name}」のユーザー${users.length}人は、すぐに利用できなくなります。${refused}`,
    confirm: '利用を止める',
    destructive: true,
  })
}
