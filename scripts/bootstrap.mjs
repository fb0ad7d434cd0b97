// Plain JavaScript without packages: runs on the machine's own Node, before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, fstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The locked Node, for every script but the bootstrap. */
export const node = join(root, 'node_modules/.bin/node')

/**
 * V8 without its middle compiler, which crashes busy processes now and then, and without its baseline compiler's
 * thread, for which a process can wait forever when it exits (decision 001); and with a small young generation, which
 * otherwise grows to a hundred megabytes on an idle server (decision 031).
 * @type {string[]}
 */
export const nodeFlags = JSON.parse(readFileSync(join(root, 'server/node-flags.json'), 'utf8'))

/**
 * Read by glibc at process start: large blocks are freed at once, small ones come from few arenas (decision
 * 031).
 * @type {Record<string, string>}
 */
export const allocation = JSON.parse(readFileSync(join(root, 'server/allocation.json'), 'utf8'))

/** @param {string} line */
export const tell = (line) => console.log(`· ${line}`)

/**
 * @param {string} line
 * @returns {never}
 */
export function refuse(line) {
  console.error(`\n✗ ${line}\n`)
  process.exit(1)
}

/** @param {NodeJS.ProcessEnv} [more] */
export const environment = (more = {}) => ({
  ...process.env,
  ...allocation,
  ...more,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
})

/**
 * Runs a command with inherited output; exits when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment(env) })
  if (status !== 0) refuse(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
}

/**
 * Runs a command in our place: forwards signals and exits with its code.
 * @param {string} command
 * @param {string[]} args
 */
export function become(command, args) {
  /** @type {('inherit' | number)[]} */
  const files = ['inherit', 'inherit', 'inherit']
  if (process.env['LISTEN_FDS'] === '1') {
    if (!isSocket(3))
      refuse('LISTEN_FDS=1, but file 3 is no socket. npm hands none on: run «node scripts/start.mjs»')
    files.push(3)
  }
  const child = spawn(command, args, { cwd: root, stdio: files, env: environment() })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}

/** @param {number} file descriptor */
function isSocket(file) {
  try {
    return fstatSync(file).isSocket()
  } catch {
    return false
  }
}

/** @param {string[]} paths files and folders, relative to the project */
function fingerprint(paths) {
  const hash = createHash('sha256')
  /** @param {string} path */
  const add = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(join(path, name))
      return
    }
    if (/\.test\.tsx?$/.test(path)) return
    hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

/**
 * Runs `work` only if the sources changed since the last time.
 * @param {string} stamp file with the sources' fingerprint
 * @param {string[]} sources
 * @param {() => void} work
 */
function whenStale(stamp, sources, work) {
  const now = fingerprint(sources)
  const file = join(root, stamp)
  if (existsSync(file) && readFileSync(file, 'utf8') === now) return
  work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, now)
}

export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    refuse(`Node 20.19 or newer is needed to begin; this is ${process.versions.node}.`)
  whenStale('node_modules/.installed', ['package-lock.json'], () => {
    tell('installing packages (npm, about a minute)')
    // Not `npm ci`: it refuses a lockfile without the packages of other platforms, which not every registry
    // has.
    run('npm', ['install', '--no-save', '--loglevel=error', '--no-audit', '--no-fund'])
  })
}

const sources = [
  'package-lock.json',
  'vite.config.ts',
  'scripts/precompress.ts',
  'scripts/keep-assets.ts',
  'index.html',
  'public',
  'src',
  'sw',
  'offline',
  'contract',
  'text',
  'reader/core',
  'reader/web',
  'reader/models',
]

export function build() {
  whenStale('dist/.built', sources, () => {
    tell('building the console (about half a minute)')
    // Tests that start the product have another environment, whose build would be the one for development.
    run('vite', ['build', '--logLevel', 'warn'], { NODE_ENV: 'production' })
  })
}

/**
 * Installs missing Debian packages; on other systems only reports them.
 * @param {Record<string, string[]>} packages by name: files of which one shows that the package is installed
 */
export function debian(packages) {
  const missing = Object.entries(packages)
    .filter(([name, files]) => !files.some((file) => existsSync(file)) && !hasPackage(name))
    .map(([name]) => name)
  if (missing.length === 0) return
  if (spawnSync('apt-get', ['--version']).status !== 0)
    refuse(`this system has no apt-get; please install what Debian calls ${missing.join(', ')}`)
  if (process.getuid?.() !== 0) refuse(`please install as root: apt-get install ${missing.join(' ')}`)
  tell(`installing ${missing.join(', ')} (apt-get)`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], env)
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], env)
}

/** @param {string} name */
const hasPackage = (name) =>
  String(spawnSync('dpkg', ['-s', name]).stdout).includes('Status: install ok installed')
