import { existsSync } from 'node:fs'

/** Debian's; `npm test` installs it. */
export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync) ?? 'chromium'

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
