import { type Photograph, replaceBytes, saveCapture } from '../../../offline/outbox.ts'
import { keepTaken } from '../../../offline/pictureCaches.ts'
import { requestBackgroundSync } from '../../lib/requestBackgroundSync.ts'
import { markBusy } from '../../pwa/busy.ts'
import { lockDraft } from './draft.ts'
import { shrinkPhoto } from './shrinkPhoto.ts'
import { createThumbnail } from './thumbnail.ts'

/**
 * Stores a photograph as a draft, locked against sending. Returns the release function; throws where the photograph is
 * in memory only.
 */
export async function storePhotograph(photograph: Photograph): Promise<() => void> {
  const { id, bytes, mime } = photograph
  const saved = markBusy('photograph', 'saving')
  try {
    const release = await lockDraft(id)
    await saveCapture(photograph).catch((error: unknown) => {
      release()
      throw error
    })
    void requestBackgroundSync()
    void navigator.storage?.persist?.()
    // The original is stored; the smaller one is sent if possible.
    const shrinking = shrinkPhoto(bytes, mime)
    shrinking.then((smaller) => smaller && replaceBytes(id, smaller, 'image/jpeg')).catch(console.warn)
    // Avoids decoding a large original again.
    shrinking
      .then((smaller) => (smaller ? createThumbnail(smaller, 'image/jpeg') : createThumbnail(bytes, mime)))
      .then((miniature) => miniature && keepTaken(id, miniature))
      .catch(console.warn)
    return release
  } finally {
    saved()
  }
}
