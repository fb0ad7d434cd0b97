import { discardRow, takeBack } from '../../../../offline/byHand.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { tellTooLate } from './tellTooLate.ts'

interface Discarding {
  id: string
  /** Such as 「No.3」の写真. */
  named: string
  /** Instead of only taking it back; false where it could not be. */
  restore?: () => Promise<boolean>
}

/** Discards a row that was not sent, with 元に戻す. False when that was not possible. */
export async function discardWithUndo(discarding: Discarding): Promise<boolean> {
  const { id, named } = discarding
  if (!(await discardRow(id))) {
    await tellTooLate({ id, named })
    return false
  }
  offerUndo(discarding)
  return true
}

/** Says that a row is discarded, with 元に戻す. */
export function offerUndo({ id, named, restore }: Discarding): void {
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
}
