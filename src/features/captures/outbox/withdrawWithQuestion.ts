import { withdrawCapture } from '../../../../offline/amendments.ts'
import { isEntry, type ValueRow } from '../../../../offline/rows.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { namedText } from '../captureTexts.ts'
import { sendOutbox } from './outboxSender.ts'

/** Whether it is withdrawn on the server. What was set aside or refused is deleted instead. */
export const isWithdrawable = ({ state }: ValueRow): boolean =>
  ['queued', 'sending', 'held-auth', 'sent'].includes(state)

/** Stores that a capture or an entered value is withdrawn, after a question. */
export async function withdrawWithQuestion(row: ValueRow): Promise<void> {
  const what = isEntry(row) ? '値の入力' : '撮影'
  const agreed = await confirm({
    title: `${what}を取り消しますか`,
    text: `${namedText(row)}${isEntry(row) ? '' : 'と値'}を、サーバーが受け取ったあとに点検データから削除します。`,
    confirm: '取り消す',
    cancel: '戻る',
    destructive: true,
  })
  if (!agreed) return
  try {
    await withdrawCapture(row.id)
    void sendOutbox()
  } catch (error) {
    notify.failure(error, { title: `${what}を取り消せませんでした` })
  }
}
