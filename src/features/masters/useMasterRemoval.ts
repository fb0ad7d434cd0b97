import { notify } from '../../ui/notice/notify.tsx'
import type { NamedRow } from '../../ui/table/column.ts'
import { useRemoval } from '../../ui/table/useRemoval.ts'

/** Deletes a row after a question; one that meters have can only be disabled, and says so at once. */
export function useMasterRemoval(
  label: string,
  send: (id: number) => Promise<unknown>,
  usageOf: (id: number) => number | undefined,
) {
  const remove = useRemoval()
  return ({ id, name }: NamedRow) => {
    const used = usageOf(id) ?? 0
    if (used > 0)
      notify.warning(
        `「${name}」は${used.toLocaleString('ja-JP')}件のメーターで使用しているため削除できません。新しく選べないようにするには、編集で無効にしてください。`,
      )
    else
      remove({
        title: `${label}の削除`,
        text: `${label}「${name}」を削除します。この操作は元に戻せません。`,
        name,
        send: () => send(id),
      })
  }
}
