import type { LinkTarget } from '../../lib/queries/deviceOrganization.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { trySwitchOrganization } from './switchOrganization.ts'

const nouns = { '/devices/$id': '端末', '/meters/$id': 'メーター' } as const

/** Opens what another organization has, after a switch to it; `memberOf`: the names of one’s organizations. */
export async function openElsewhere(
  { route, id, name }: LinkTarget,
  organization: string,
  memberOf: readonly string[],
): Promise<void> {
  if (!memberOf.includes(organization)) {
    notify.warning(
      `組織「${organization}」のユーザーではないため、切り替えられません。組織の「ユーザー一覧」から自分を招待してください。`,
    )
    return
  }
  const agreed = await confirm({
    title: '組織切替',
    text: `${nouns[route]}「${name}」を開くには、組織「${organization}」に切り替えます。切り替えると画面が再読み込みされます。`,
    confirm: '切り替えて開く',
  })
  if (agreed) await trySwitchOrganization(organization, route.replace('$id', String(id)))
}
