import { isBusy } from './busy.ts'

const mark = 'reloadedForMissingFile'
const once = 60_000

/**
 * A part of this build is no longer on the server, because a newer one replaced it: load the newer one, unless
 * that would destroy something, cannot work, or has just been tried. Otherwise the error screen says so.
 */
export function reloadForMissingFile(event: Event): void {
  const last = Number(sessionStorage.getItem(mark) ?? 0)
  if (isBusy() || !navigator.onLine || Date.now() - last < once) return
  event.preventDefault()
  sessionStorage.setItem(mark, String(Date.now()))
  location.reload()
}
