import { existsSync } from 'node:fs'

/** Debian's; `npm test` installs it. */
export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync) ?? 'chromium'

/** The same without window and extensions, for a sixth less of the processor; no push and no background sync. */
export const headlessShellPath = ['/usr/bin/chromium-headless-shell'].find(existsSync) ?? chromiumPath

/** Runs as root, without a GPU or requests to third parties. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
