// `npm test`: every check in one run.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, debian, environment, install, nodeFlags, refuse, root, tell } from './bootstrap.mjs'

install()
debian({
  chromium: ['/usr/bin/google-chrome'],
  'firefox-esr': ['/usr/bin/firefox'],
  'libwebkit2gtk-4.1-0': ['/usr/libexec/webkit2gtk-4.1/MiniBrowser'],
  xvfb: ['/usr/bin/Xvfb'],
  ffmpeg: ['/usr/bin/ffmpeg'],
  'fonts-noto-cjk': ['/usr/share/fonts/google-noto-sans-cjk-fonts', '/usr/share/fonts/noto-cjk'],
})
build()

/** @type {[what: string, command: string, ...args: string[]][]} */
const checks = [
  ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
  ['types', 'node', 'scripts/types.ts'],
  ['import direction', 'node', 'scripts/imports.ts'],
  [
    'tests',
    'node',
    ...nodeFlags,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=.cache/tests.json',
  ],
]

const failed = []
for (const [what, command, ...args] of checks) {
  tell(what)
  const began = Date.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment() })
  tell(`${what}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - began) / 1000)} s`)
  if (status !== 0) failed.push(what)
}

/** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number }} */
const report = JSON.parse(readFileSync(join(root, '.cache/tests.json'), 'utf8'))
if (report.numPendingTests > 0) failed.push(`${report.numPendingTests} skipped tests`)
console.log(`\n${report.numPassedTests} passed, ${report.numFailedTests} failed`)
if (failed.length > 0) refuse(`not passed: ${failed.join(', ')}`)
