// Keeps a listening socket and runs the server on it, again whenever it ends, as systemd would.
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'

const [port, ...command] = process.argv.slice(2)
const socket = createServer()
socket.listen(Number(port), '127.0.0.1', 4096, () => {
  const { fd } = Reflect.get(socket, '_handle')
  // Never returns to its own loop: it accepts nothing itself.
  for (;;) {
    const { status } = spawnSync(process.execPath, command, { stdio: ['ignore', 'inherit', 'inherit', fd] })
    if (status !== 0) process.exit(status ?? 1)
  }
})
