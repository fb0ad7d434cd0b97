import type { Meter } from '../../../contract/meters.ts'
import { takeBackSkip } from '../../../offline/skips.ts'
import { requestBackgroundSync } from '../../lib/held/requestBackgroundSync.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'

/** Takes a skip back, without a connection as well. */
export function useUndoSkip(): (key: string, meter: Pick<Meter, 'id' | 'name'>) => Promise<void> {
  const { id: userId, organization } = useAccount()
  return async (key, { id: meterId, name: meterName }) => {
    const known = {
      userId,
      organizationId: organization.id,
      organizationName: organization.name,
      meterId,
      meterName,
    }
    try {
      const how = await takeBackSkip(key, known)
      void requestBackgroundSync()
      notify.endUndo()
      notify.success(
        how === 'removed'
          ? `「${meterName}」のスキップを取り消しました`
          : `「${meterName}」のスキップを取り消しました。送信を始めていたため、取り消しもサーバーへ送信します。`,
      )
    } catch (error) {
      notify.failure(error, { title: 'スキップを取り消せませんでした' })
    }
  }
}
