import { ApiError } from '../../failures/callErrors.ts'
import { useRestoreReading } from '../../lib/mutations/readingMutations.ts'
import { notify } from '../../ui/notice/notify.tsx'

/** Undoes the deletion of a reading and says so; may be called after the component is unmounted. */
export function useUndoDeletion(): (readingId: number) => Promise<void> {
  const restoring = useRestoreReading()
  const undo = (id: number): Promise<void> =>
    restoring.mutateAsync(id).then(
      ({ meter }) => notify.success(`「${meter.name}」の測定値を元に戻しました`),
      (error: unknown) => {
        const isFinal = error instanceof ApiError && error.code === 'restore_refused'
        notify.failure(error, {
          title: '測定値を元に戻せませんでした',
          ...(!isFinal && { retry: () => void undo(id) }),
        })
      },
    )
  return undo
}
