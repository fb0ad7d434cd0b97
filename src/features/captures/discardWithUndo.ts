import { discardRow, takeBack } from '../../../offline/byHand.ts'
import { notify } from '../../ui/notice/notify.tsx'

interface Discarding {
  id: string
  /** Such as 「No.3」の写真. */
  named: string
  /** Instead of only taking it back. */
  restore?: () => Promise<void>
}

/** Discards a row that was not sent, with 元に戻す. False when it was sent before. */
export async function discardWithUndo({ id, named, restore }: Discarding): Promise<boolean> {
  if (!(await discardRow(id))) {
    notify.info(`${named}はすでに送信しました。`)
    return false
  }
  const undo = restore ?? (() => takeBack(id))
  notify.undoable({
    title: `${named}を破棄しました`,
    text: 'サーバーには送信しません。',
    undo: () =>
      void undo().catch((error: unknown) => notify.failure(error, { title: '元に戻せませんでした' })),
  })
  return true
}
