import { discardRow } from '../../../offline/byHand.ts'
import { type Photograph, replaceBytes, saveCapture } from '../../../offline/outbox.ts'
import { keepTaken } from '../../../offline/pictureCaches.ts'
import { lockDraft } from '../../lib/held/drafts.ts'
import { requestBackgroundSync } from '../../lib/held/requestBackgroundSync.ts'
import { longestSaving, markBusy } from '../../pwa/busy.ts'
import { isForeign, shrinkPhoto } from './camera/shrinkPhoto.ts'
import { createThumbnail } from './camera/thumbnail.ts'

/** By id: under way, or stored after its caller was told that it takes too long. */
const attempts = new Map<string, Promise<() => void>>()

/**
 * Stores a photograph as a draft, locked against sending. Returns the release function; throws where the photograph is
 * in memory only, also when the storage does not answer. Called again it joins the attempt that is still under way.
 */
export async function storePhotograph(photograph: Photograph): Promise<() => void> {
  const { id } = photograph
  const saved = markBusy('photograph', 'saving')
  const attempt = attempts.get(id) ?? store(photograph)
  attempts.set(id, attempt)
  attempt.catch(() => attempts.delete(id))
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new DOMException('the storage does not answer', 'TimeoutError')),
    longestSaving,
  )
  try {
    const release = await Promise.race([attempt, late.promise])
    attempts.delete(id)
    return release
  } finally {
    clearTimeout(timer)
    saved()
  }
}

/** Of a photograph that a person gave up: it is not sent if it is stored after all. */
export function giveUp({ id, replaces }: Photograph): void {
  const attempt = attempts.get(id)
  attempts.delete(id)
  attempt
    ?.then(async (release) => {
      // With it went the photograph that it replaces: one of the two stays.
      if (replaces === undefined) await discardRow(id).finally(release)
      else release()
    })
    .catch(console.warn)
}

async function store(photograph: Photograph): Promise<() => void> {
  const { id, bytes, mime } = photograph
  const release = await lockDraft(id)
  await saveCapture(photograph).catch((error: unknown) => {
    release()
    throw error
  })
  void requestBackgroundSync()
  void navigator.storage?.persist?.()
  // The original is stored; the smaller one is sent if possible.
  const shrinking = shrinkPhoto(bytes, mime)
  const replacing = shrinking
    .then((smaller) => smaller && replaceBytes(id, smaller, 'image/jpeg'))
    .catch(console.warn)
  // The smaller one, so that a large original is not decoded again; afterwards, because a full disk clears thumbnails.
  replacing
    .then(() => shrinking)
    .then((smaller) => (smaller ? createThumbnail(smaller, 'image/jpeg') : createThumbnail(bytes, mime)))
    .then((miniature) => miniature && keepTaken(id, miniature))
    .catch(console.warn)
  // The server refuses the original, so nobody may release it for sending before.
  if (isForeign(mime)) await replacing
  return release
}
