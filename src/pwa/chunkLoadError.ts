import { isBusy } from './busy.ts'

const mark = 'reloadedForMissingFile'
const once = 60_000
const timeout = 5000
const name = 'MissingFileError'

/**
 * Browsers' messages for a script that failed to load, and Vite's for a style; other errors come from the module
 * itself.
 */
const missingScript = /dynamically imported module|Importing a module script failed/
const missingStyle = /^Unable to preload CSS for (.+)$/

/** A chunk of the console could not be loaded. */
export const isChunkLoadError = (error: unknown): boolean => error instanceof Error && error.name === name

/** Names the error of a chunk that could not be loaded, usually because a newer build replaced it. */
export function onChunkLoadError({ payload: error }: VitePreloadErrorEvent): void {
  const [, style] = missingStyle.exec(error.message) ?? []
  if (style === undefined && !missingScript.test(error.message)) return
  // A remaining link element would count as loaded.
  for (const link of document.querySelectorAll('link')) if (link.href === style) link.remove()
  // The router recognizes the browser's message and would reload even without a server.
  error.message = `part of the console: ${error.message}`
  error.name = name
}

/**
 * For what is shown in place of a missing chunk: reloads unless busy or just tried. Not when the chunk fails: a link
 * under the pointer fetches its screen ahead, and a reload then can lose the press that follows.
 */
export async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem(mark) ?? 0)
  if (Date.now() - last < once || !(await serverAnswers()) || isBusy()) return
  sessionStorage.setItem(mark, String(Date.now()))
  location.reload()
}

/** Reloads if the server answers; without it the current page would be lost. */
export async function reloadFromServer(): Promise<boolean> {
  const answers = await serverAnswers()
  if (answers) location.reload()
  return answers
}

/** Our server, not a network's login page. */
async function serverAnswers(): Promise<boolean> {
  try {
    const answer = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(timeout) })
    return answer.ok && answer.headers.get('content-type')?.includes('json') === true
  } catch {
    return false
  }
}
