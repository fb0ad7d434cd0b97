import { Button, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { roleLabel } from '../../../contract/access.ts'
import type { Key, KeyCreations } from '../../../contract/keys.ts'
import { useDisableCreations } from '../../lib/mutations/keyMutations.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'

const failed = '一部を無効にできませんでした'

export type WithdrawnKey = Pick<Key, 'id' | 'name'>

interface Props {
  withdrawnKeys: readonly WithdrawnKey[]
  organizationId: number
  creations: KeyCreations
  onClose: () => void
}

/** Such as 「A」「B」. */
export const keyNames = (keys: readonly WithdrawnKey[]): string =>
  keys.map(({ name }) => `「${name}」`).join('')

/** Lists what was created with withdrawn keys, and disables all of it on request. */
export function KeyCreationsDialog({ withdrawnKeys, organizationId, creations, onClose }: Props) {
  const keyIds = withdrawnKeys.map(({ id }) => id)
  const disable = useDisableCreations(keyIds, organizationId)
  const notices = useFailureNotices()
  /** What could not be disabled, or null before the first attempt. */
  const [remaining, setRemaining] = useState<KeyCreations | null>(null)
  const { keys, users } = remaining ?? creations
  const send = () => {
    notify.retract(failed)
    disable.mutate(
      { keys, users },
      {
        onSuccess: (left) => {
          if (left === null) {
            notify.success(`APIキー${keys.length}件、ユーザー${users.length}名を無効にしました`)
            onClose()
            return
          }
          notices.failure(left.failure, { title: failed })
          setRemaining(left.remaining)
        },
      },
    )
  }
  return (
    <Dialog
      title="APIキーで作成されたもの"
      opened
      onClose={onClose}
      actions={(close) => (
        <>
          <Button variant="default" onClick={close}>
            そのままにする
          </Button>
          <Button color="red" loading={disable.isPending} onClick={send}>
            まとめて無効にする
          </Button>
        </>
      )}
    >
      <Stack gap="sm">
        <Text>
          {remaining === null
            ? `無効になった${keyNames(withdrawnKeys)}では、次のAPIキーとユーザーが作成されていました。これらは今も有効です。`
            : '次のものを無効にできませんでした。これらは今も有効です。'}
        </Text>
        {keys.length > 0 && (
          <section aria-label="APIキー">
            <Text fw={600}>APIキー</Text>
            <List>
              {keys.map((key) => (
                <List.Item key={key.id}>{key.name}</List.Item>
              ))}
            </List>
          </section>
        )}
        {users.length > 0 && (
          <section aria-label="ユーザー">
            <Text fw={600}>ユーザー</Text>
            <List>
              {users.map((user) => (
                <List.Item key={user.id}>
                  {user.username}（{roleLabel[user.role]}）
                </List.Item>
              ))}
            </List>
          </section>
        )}
        <Text>
          無効にすると、APIキーはすぐに使えなくなり、ユーザーはこの組織からログアウトされて削除されます。
        </Text>
      </Stack>
    </Dialog>
  )
}
