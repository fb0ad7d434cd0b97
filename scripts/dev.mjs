// `npm run dev`: the server restarting on change, and Vite with hot reload in front.
import { spawn } from 'node:child_process'
import { environment, install, node, nodeFlags, root } from './bootstrap.mjs'

install()
/** @type {[command: string, args: string[]][]} */
const commands = [
  [node, [...nodeFlags, '--watch-preserve-output', '--watch', 'scripts/serve.ts']],
  ['vite', []],
]
const children = commands.map(([command, args]) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', env: environment() }),
)
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM')
    process.exitCode = code ?? 1
  })
}
