import { useQueryClient } from '@tanstack/react-query'
import { roundEndpoints } from '../../../contract/rounds.ts'
import { forgetSkip, removeUnsentSkip } from '../../../offline/skips.ts'
import { ApiError, NetworkError } from '../../callErrors.ts'
import { call } from '../../lib/api.ts'
import { roundKeys, roundsQuery } from '../../lib/queries/rounds.ts'
import { notify } from '../../ui/notice/notify.tsx'

/** Takes a skip back: on this phone while it was never sent, else on the server. */
export function useUndoSkip(): (key: string, meterName: string) => Promise<void> {
  const client = useQueryClient()
  const undo = async (key: string) => {
    if (await removeUnsentSkip(key)) return
    await call(roundEndpoints.withdrawSkip, { params: { key } })
    await forgetSkip(key)
    client.setQueryData(roundsQuery.queryKey, (rounds) =>
      rounds?.map((round) => ({
        ...round,
        stops: round.stops.map((stop) => (stop.skip?.key === key ? { ...stop, skip: null } : stop)),
      })),
    )
    void client.invalidateQueries({ queryKey: roundKeys.all })
  }
  return async (key, meterName) => {
    try {
      await undo(key)
      notify.endUndo()
      notify.success(`「${meterName}」のスキップを取り消しました`)
    } catch (error) {
      if (error instanceof NetworkError)
        notify.info('送信したスキップの取り消しには通信が必要です。撮影しても取り消されます。')
      else if (error instanceof ApiError && error.code === 'not_found')
        notify.info('スキップは送信の途中です。少し待ってから、もう一度取り消してください。')
      else notify.failure(error, { title: 'スキップを取り消せませんでした' })
    }
  }
}
