import { isStorageFull, type Photograph } from '../../../../offline/outbox.ts'
import { savePhotograph } from '../../../lib/files/saveFile.ts'
import { markBusy } from '../../../pwa/busy.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { giveUp, storePhotograph } from '../storePhotograph.ts'

/** Tells of a photograph that could not be stored and whose screen is gone: only this notice still has it. */
export function tellUnsaved(photograph: Photograph, error: unknown): void {
  const { id, bytes, mime, meterName } = photograph
  const untilClosed = markBusy('photograph')
  // Of its own: another notice that is closed must not take it away.
  const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', askBeforeUnload)
  notify.toDo({
    id: `unsaved:${id}`,
    title: `「${meterName}」の写真を端末に保存できませんでした`,
    text: `${isStorageFull(error) ? '端末の空き容量が足りません。' : ''}この通知を閉じると、写真は失われます。`,
    action: { label: 'もう一度保存', run: () => void again() },
    other: { label: 'ファイルに保存', run: () => void toFile() },
    onClose: () => {
      untilClosed()
      window.removeEventListener('beforeunload', askBeforeUnload)
    },
  })
  const again = async () => {
    try {
      const release = await storePhotograph(photograph)
      // Its value is asked for when its meter is opened again.
      release()
      notify.success(`「${meterName}」の写真を保存しました`)
    } catch (failure) {
      tellUnsaved(photograph, failure)
    }
  }
  const toFile = async () => {
    const inFile = await savePhotograph(bytes, mime, meterName).catch(() => false)
    if (inFile) giveUp(photograph)
    else tellUnsaved(photograph, error)
  }
}
