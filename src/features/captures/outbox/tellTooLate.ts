import { readRow } from '../../../../offline/outbox.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { sendingText } from '../captureTexts.ts'

interface Late {
  id: string
  /** Such as 「No.3」の写真. */
  named: string
  /** Where the row is past it, instead of how far its sending is; null: nothing is told. */
  past?: string | null
}

/** Says why nothing was done to a row: it is past it, or this device has it no longer. */
export async function tellTooLate({ id, named, past }: Late): Promise<void> {
  const row = await readRow(id)
  if (row === null) {
    notify.warning(`${named}が端末に見つかりません。ブラウザに消された可能性があります。`)
    return
  }
  const sending = sendingText(row)
  const text = past === undefined && sending !== null ? `${named}は${sending}。` : past
  if (text) notify.info(text)
}
