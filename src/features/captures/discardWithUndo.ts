import { discardRow, takeBack } from '../../../offline/byHand.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { tellTooLate } from './tellTooLate.ts'

interface Discarding {
  id: string
  /** Such as 「No.3」の写真. */
  named: string
  /** Instead of only taking it back; false where it could not be. */
  restore?: () => Promise<boolean>
}

/** Discards a row that was not sent, with 元に戻す. False when that was not possible. */
export async function discardWithUndo({ id, named, restore }: Discarding): Promise<boolean> {
  if (!(await discardRow(id))) {
    await tellTooLate({ id, named })
    return false
  }
  const undo = async () => {
    const isBack = restore ? await restore() : (await takeBack(id)) !== null
    if (!isBack) await tellTooLate({ id, named, past: null })
  }
  notify.undoable({
    title: `${named}を破棄しました`,
    text: 'サーバーには送信しません。',
    undo: () =>
      void undo().catch((error: unknown) => notify.failure(error, { title: '元に戻せませんでした' })),
  })
  return true
}
