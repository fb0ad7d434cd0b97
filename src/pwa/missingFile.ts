import { isBusy } from './busy.ts'

const mark = 'reloadedForMissingFile'
const once = 60_000
const timeout = 5000
const name = 'MissingFileError'

/** What browsers say of a script that did not come, and Vite of a style; any other error is one of the part itself. */
const missingScript = /dynamically imported module|Importing a module script failed/
const missingStyle = /^Unable to preload CSS for (.+)$/

/** A part of the console could not be loaded. */
export const isMissingFile = (error: unknown): boolean => error instanceof Error && error.name === name

/**
 * A part of this build could not be loaded, usually because a newer one replaced it: loads the newer one, unless
 * that would destroy something or has just been tried. The error screen says so until then.
 */
export async function onMissingFile({ payload: error }: VitePreloadErrorEvent): Promise<void> {
  const [, style] = missingStyle.exec(error.message) ?? []
  if (style === undefined && !missingScript.test(error.message)) return
  // What stays in the page counts as loaded.
  for (const link of document.querySelectorAll('link')) if (link.href === style) link.remove()
  // The router knows such an error by its words and would load the page again whether there is a server or not.
  error.message = `part of the console: ${error.message}`
  error.name = name
  const last = Number(sessionStorage.getItem(mark) ?? 0)
  if (Date.now() - last < once || !(await serverAnswers()) || isBusy()) return
  sessionStorage.setItem(mark, String(Date.now()))
  location.reload()
}

/** Loads the page again if there is somebody to answer: without, a page would be lost that still shows what it has. */
export async function reloadFromServer(): Promise<boolean> {
  const answers = await serverAnswers()
  if (answers) location.reload()
  return answers
}

/** Ours, not a network's page for signing in. */
async function serverAnswers(): Promise<boolean> {
  try {
    const answer = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(timeout) })
    return answer.ok && answer.headers.get('content-type')?.includes('json') === true
  } catch {
    return false
  }
}
