import { readRow } from '../../../../offline/outbox.ts'
import { notify } from '../../../ui/notice/notify.tsx'

interface Late {
  id: string
  /** Such as 「No.3」の写真. */
  named: string
  /** Where the row is past it; null: nothing is told. */
  past?: string | null
}

/** Says why nothing was done to a row: it is past it, or this device has it no longer. */
export async function tellTooLate({
  id,
  named,
  past = `${named}はすでに送信しました。`,
}: Late): Promise<void> {
  if ((await readRow(id)) === null)
    notify.warning(`${named}が端末に見つかりません。ブラウザに消された可能性があります。`)
  else if (past !== null) notify.info(past)
}
