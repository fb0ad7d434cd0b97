import { mayHaveArrived, removeRow, retryRow, setAside, takeBack } from '../../../../offline/byHand.ts'
import { isCapture, type Row } from '../../../../offline/rows.ts'
import { isDamaged } from '../../../../offline/sendable.ts'
import { exportOutbox } from '../../../lib/held/exportOutbox.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../../ui/notice/useFailureNotices.ts'
import { namedText } from '../captureTexts.ts'
import { discardWithUndo } from './discardWithUndo.ts'
import { sendOutbox } from './outboxSender.ts'
import { tellTooLate } from './tellTooLate.ts'

/** What a person can do to one row of the outbox. */
export function useRowActions(row: Row) {
  const account = useAccount()
  const notices = useFailureNotices()
  const named = namedText(row)
  const doing = async (title: string, work: () => Promise<unknown>) => {
    try {
      return await work()
    } catch (error) {
      notices.failure(error, { title })
      return null
    }
  }

  return {
    retry: () =>
      doing('再送信できませんでした', async () => {
        await retryRow(row.id)
        await sendOutbox('all')
      }),
    exportRow: () =>
      doing('ファイルに書き出せませんでした', async () => {
        if ((await exportOutbox(account, row.id)) !== null)
          notify.success(`${named}をファイルに書き出しました`)
      }),
    setAside: () =>
      doing('保留にできませんでした', async () => {
        if (await setAside(row.id)) notify.success(`${named}を保留にしました。送信しません。`)
        else await tellTooLate({ id: row.id, named })
      }),
    takeBack: () =>
      doing('元に戻せませんでした', async () => {
        if (!(await takeBack(row.id))) await tellTooLate({ id: row.id, named, past: null })
      }),
    discard: () => doing('破棄できませんでした', () => discardWithUndo({ id: row.id, named })),
    remove: () =>
      doing('削除できませんでした', async () => {
        if (!(await isDeletionMeant(row, named))) return
        await removeRow(row.id)
        notify.success(`${named}を削除しました`)
      }),
  }
}

/** Nobody else has it: without a file of it there is a second question, unless there is nothing to keep. */
async function isDeletionMeant(row: Row, named: string): Promise<boolean> {
  if (isDamaged(row)) {
    const value = isCapture(row) && row.value !== null ? '確定した値も失われます。' : ''
    return confirm({
      title: '撮影を削除しますか',
      text: `${named}は壊れているか失われていて、送信も保存もできません。${value}削除すると元に戻せません。`,
      confirm: '削除',
      destructive: true,
    })
  }
  const mayBeThere = mayHaveArrived(row)
  if (row.exportedAt === undefined) {
    const agreed = await confirm({
      title: 'ファイルに書き出していません',
      text: `${named}は、${
        mayBeThere ? 'この端末にしかないことがあります' : 'この端末にしかありません'
      }。削除する前に「ファイルに書き出す」で残すことができます。`,
      confirm: '書き出さずに進む',
      destructive: true,
    })
    if (!agreed) return false
  }
  return confirm({
    title: isCapture(row) ? '撮影を削除しますか' : '記録を削除しますか',
    text: `未送信の${named}を、この端末から削除します。元に戻せません。${
      mayBeThere ? 'サーバーに届いていた場合は、そちらも取り消します。' : ''
    }`,
    confirm: '削除',
    destructive: true,
  })
}
