import { readRow } from '../../../../offline/outbox.ts'
import { notify } from '../../../ui/notice/notify.tsx'

interface Amended {
  /** Of the row: a capture or an entry. */
  id: string
  /** Such as 「No.3」の取り消し. */
  named: string
}

/** Says that a change of a row will be sent. Replaces the earlier notification about the row. */
export async function tellAmended({ id, named }: Amended): Promise<void> {
  const isReceived = (await readRow(id))?.state === 'sent'
  const text = isReceived
    ? `${named}をサーバーに送信します。`
    : `${named}は、サーバーが受け取ったあとに送信します。`
  notify.info(text, id)
}
