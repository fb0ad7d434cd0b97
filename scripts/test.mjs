// `npm test`: every check but the slow ones. `npm run test:slow` (`--slow`): comparison of browser engines, the tests in
// `tests/slow/`, and Lighthouse performance over minutes; `-- --shard=1/3`: the first third of these files. `npm run
// test:cluster` (`--cluster`): two servers behind a proxy.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, debian, environment, install, nodeFlags, refuse, root, tell } from './bootstrap.mjs'

install()
debian({
  chromium: ['/usr/bin/google-chrome'],
  'chromium-headless-shell': ['/usr/bin/chromium-headless-shell', '/usr/bin/google-chrome'],
  'firefox-esr': ['/usr/bin/firefox'],
  'libwebkit2gtk-4.1-0': ['/usr/libexec/webkit2gtk-4.1/MiniBrowser'],
  xvfb: ['/usr/bin/Xvfb'],
  caddy: ['/usr/bin/caddy'],
  curl: ['/usr/bin/curl'],
  ffmpeg: ['/usr/bin/ffmpeg'],
  'python3-swift': ['/usr/lib/python3/dist-packages/swift/__init__.py'],
  'fonts-noto-cjk': ['/usr/share/fonts/google-noto-sans-cjk-fonts', '/usr/share/fonts/noto-cjk'],
})
build()

/** @type {Record<string, { report: string, projects: string[] }>} */
const others = {
  '--slow': { report: 'slow-tests', projects: ['engines', 'slow', 'lighthouse'] },
  '--cluster': { report: 'cluster-tests', projects: ['cluster'] },
}
const other = others[process.argv[2] ?? '']
const projects = other?.projects ?? ['unit', 'server', 'browser', 'journeys']
const reportFile = join(root, `.cache/${other?.report ?? 'tests'}.json`)
/** @type {[what: string, command: string, ...args: string[]]} */
const tests = [
  'tests',
  'node',
  ...nodeFlags,
  'node_modules/vitest/vitest.mjs',
  'run',
  ...projects.map((name) => `--project=${name}`),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportFile}`,
  ...process.argv.slice(3),
]
/** @type {[what: string, command: string, ...args: string[]][]} */
const checks = other
  ? [tests]
  : [
      ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
      ['types', 'node', 'scripts/types.ts'],
      ['import direction', 'node', 'scripts/imports.ts'],
      tests,
    ]

rmSync(reportFile, { force: true })
// The tests start Node some hundred times: what it compiled once is kept.
const env = environment({ NODE_COMPILE_CACHE: join(root, '.cache/compiled') })
const failed = []
for (const [what, command, ...args] of checks) {
  tell(what)
  const began = Date.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  tell(`${what}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - began) / 1000)} s`)
  if (status !== 0) failed.push(what)
}

if (!existsSync(reportFile)) refuse(`not passed: ${failed.join(', ')}; the tests left no report`)
/**
 * @typedef {{ name: string, startTime: number, endTime: number }} TestFile
 * @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, testResults: TestFile[] }}
 */
const report = JSON.parse(readFileSync(reportFile, 'utf8'))
const durations = report.testResults.map(({ name, startTime, endTime }) => ({
  file: relative(root, name),
  seconds: Math.round((endTime - startTime) / 1000),
}))
console.log('\nThe slowest files:')
for (const { file, seconds } of durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)) {
  console.log(`${String(seconds).padStart(5)} s  ${file}`)
}
if (report.numPendingTests > 0) failed.push(`${report.numPendingTests} skipped tests`)
console.log(`\n${report.numPassedTests} passed, ${report.numFailedTests} failed`)
if (failed.length > 0) refuse(`not passed: ${failed.join(', ')}`)
