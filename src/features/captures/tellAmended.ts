import { readRow } from '../../../offline/outbox.ts'
import { notify } from '../../ui/notice/notify.tsx'

interface Amended {
  /** Of the row: a capture or an entry. */
  id: string
  /** Such as 「No.3」の写真を取り消しました. */
  done: string
  /** Such as 「No.3」の取り消し. */
  named: string
}

/** Says that a row was changed after its sending had started, in place of what was said of it before. */
export async function tellAmended({ id, done, named }: Amended): Promise<void> {
  const isReceived = (await readRow(id))?.state === 'sent'
  notify.info(isReceived ? done : `${named}は、サーバーが受け取ったあとに送信します。`, id)
}
