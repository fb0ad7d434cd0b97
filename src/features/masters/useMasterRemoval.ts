import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { useWorking } from '../../ui/state/useWorking.ts'
import type { NamedRow } from '../../ui/table/column.ts'
import { useFocusAfterRemoval } from '../../ui/table/useFocusAfterRemoval.ts'

/** Deletes a row after a question; one that meters have can only be disabled, and says so at once. */
export function useMasterRemoval(
  label: string,
  send: (id: number) => Promise<unknown>,
  usageOf: (id: number) => number | undefined,
) {
  const [isRemoving, startRemoving] = useWorking()
  const markAsker = useFocusAfterRemoval(isRemoving)
  const remove = async ({ id, name }: NamedRow) => {
    const used = usageOf(id) ?? 0
    if (used > 0) {
      notify.warning(
        `「${name}」は${used.toLocaleString('ja-JP')}件のメーターで使用しているため削除できません。新しく選べないようにするには、編集で無効にしてください。`,
      )
      return
    }
    const agreed = await confirm({
      title: `${label}の削除`,
      text: `${label}「${name}」を削除します。この操作は元に戻せません。`,
      confirm: '削除',
      destructive: true,
    })
    if (!agreed) return
    const failed = `「${name}」を削除できませんでした`
    notify.retract(failed)
    try {
      await send(id)
      notify.success(`「${name}」を削除しました`)
    } catch (error) {
      notify.failure(error, { title: failed })
    }
  }
  return (row: NamedRow) => {
    markAsker()
    startRemoving(() => remove(row))
  }
}
