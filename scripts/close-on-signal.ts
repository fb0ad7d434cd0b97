import { closeAll, type Disposers } from '../server/close-all.ts'

/** As shells report a command that was interrupted. */
const interrupted = 130

/** Closes what a command has opened when a signal ends it, so that it leaves no database running. */
export function closeOnSignal(opened: Disposers): void {
  let isClosing = false
  const close = () => {
    // One Ctrl-C arrives twice, from the terminal and from npm.
    if (isClosing) return
    isClosing = true
    closeAll(opened)
      .catch((error: unknown) => console.error(error))
      .finally(() => process.exit(interrupted))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close)
}
