import { withdrawCapture } from '../../../../offline/amendments.ts'
import { readRow } from '../../../../offline/outbox.ts'
import { isEntry, isValueRow, type ValueRow } from '../../../../offline/rows.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { namedText } from '../captureTexts.ts'
import { sendOutbox } from './outboxSender.ts'
import { tellAmended } from './tellAmended.ts'
import { tellTooLate } from './tellTooLate.ts'

/** Whether it is withdrawn on the server. What was set aside or refused is deleted instead. */
export const isWithdrawable = ({ state }: ValueRow): boolean =>
  ['queued', 'sending', 'held-auth', 'sent'].includes(state)

/** What a withdrawal does, and when. */
function withdrawalEffect(row: ValueRow): string {
  const things = `${namedText(row)}${isEntry(row) ? '' : 'と値'}`
  return row.state === 'sent'
    ? `${things}を、点検データから削除します。オフラインのときは、電波が戻ると削除します。`
    : `送信を始めているため、${things}を、サーバーが受け取ったあとに点検データから削除します。`
}

/** Stores that a capture or an entered value is withdrawn, after a question. False if that was not stored. */
export async function withdrawWithQuestion(row: ValueRow): Promise<boolean> {
  const what = isEntry(row) ? '値の入力' : '撮影'
  const agreed = await confirm({
    title: `${what}を取り消しますか`,
    text: withdrawalEffect(row),
    confirm: '取り消す',
    cancel: '戻る',
    destructive: true,
  })
  if (!agreed) return false
  try {
    const isWithdrawn = await withdrawCapture(row.id)
    void sendOutbox()
    return isWithdrawn
  } catch (error) {
    notify.failure(error, { title: `${what}を取り消せませんでした` })
    return false
  }
}

interface Withdrawn {
  id: string
  meterName: string
  /** Such as 「No.3」の写真. */
  named: string
}

/** Withdraws a row that may be gone, after the same question, and says that this will be sent. False if it was not stored. */
export async function withdrawAndTell({ id, meterName, named }: Withdrawn): Promise<boolean> {
  const row = await readRow(id)
  if (row === null || !isValueRow(row)) {
    await tellTooLate({ id, named, past: null })
    return false
  }
  if (!(await withdrawWithQuestion(row))) return false
  await tellAmended({ id, named: `「${meterName}」の取り消し` })
  return true
}
