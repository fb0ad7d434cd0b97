import type { Key } from '../../../contract/keys.ts'
import { useDeleteKey } from '../../lib/mutations/keyMutations.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'

/** Withdraws a key after a question: it cannot be made again. */
export function useKeyRemoval(onWithdrawn: (key: Key) => void): (key: Key) => Promise<void> {
  const deletion = useDeleteKey()
  const send = (key: Key) => {
    const { id, name } = key
    const failed = `APIキー「${name}」を削除できませんでした`
    notify.retract(failed)
    deletion.mutate(id, {
      onSuccess: () => {
        notify.success(`APIキー「${name}」を削除しました`)
        onWithdrawn(key)
      },
      onError: (error) => notify.failure(error, { title: failed }),
    })
  }
  return async (key) => {
    const agreed = await confirm({
      title: 'APIキーの削除',
      text: `APIキー「${key.name}」を削除します。このキーを使っているシステムや端末は、すぐに接続できなくなります。削除したキーは元に戻せません。`,
      confirm: '削除',
      destructive: true,
    })
    if (agreed) send(key)
  }
}
