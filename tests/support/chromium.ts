import { existsSync } from 'node:fs'

/** Debian's Chromium; `npm test` installs it where it is missing. */
export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync) ?? 'chromium'

/** Chromium as root, without a GPU, and without a word to anyone outside. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
