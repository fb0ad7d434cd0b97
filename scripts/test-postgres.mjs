// `npm run test:postgres`: the server's tests on Debian's PostgreSQL.
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debian, environment, install, nodeFlags, refuse, root, run, tell } from './bootstrap.mjs'

install()
debian({ postgresql: [], curl: ['/usr/bin/curl'] })

const version = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))[0]
const bin = `/usr/lib/postgresql/${version}/bin`
const folder = mkdtempSync(join(tmpdir(), 'kenshin-postgres-'))
const data = join(folder, 'data')
mkdirSync(data)

const port = await new Promise((resolve) => {
  const probe = createServer()
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
  })
})

const asRoot = process.getuid?.() === 0
if (asRoot) {
  const idOf = (/** @type {string} */ flag) =>
    Number(String(spawnSync('id', [flag, 'postgres']).stdout).trim())
  for (const path of [folder, data]) chownSync(path, idOf('-u'), idOf('-g'))
}
/** @param {string[]} command */
const asPostgres = (command) =>
  asRoot ? run('runuser', ['-u', 'postgres', '--', ...command]) : run(String(command[0]), command.slice(1))

tell(`starting PostgreSQL ${version} of Debian on port ${port}`)
asPostgres([`${bin}/initdb`, '-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'])
const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c max_connections=200`
asPostgres([`${bin}/pg_ctl`, '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'])

const tests = [...nodeFlags, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'server']
const { status } = spawnSync('node', tests, {
  cwd: root,
  stdio: 'inherit',
  env: environment({ TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` }),
})
asPostgres([`${bin}/pg_ctl`, '-D', data, '-m', 'fast', 'stop'])
rmSync(folder, { recursive: true, force: true })
if (status !== 0) refuse('the server’s tests failed on an ordinary PostgreSQL')
