import { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'

/** Milliseconds between two looks. */
const every = 50

/**
 * Takes no new connections, and waits until those that are open have ended, for `timeout` milliseconds at most. A proxy
 * may be sending on an idle connection at this very moment: closing it would lose that call. It is answered with
 * `connection: close`, and the proxy gives up connections that it does not need before `timeout` ends.
 */
export async function stopAccepting(server: Server, timeout: number): Promise<void> {
  if (!server.listening || timeout === 0) return
  // What has been connected to by now is accepted first.
  await setImmediate()
  // That of HTTP would close idle connections.
  if (server instanceof HttpServer) Server.prototype.close.call(server)
  for (const until = performance.now() + timeout; performance.now() < until; await setTimeout(every)) {
    if ((await connectionsOf(server)) === 0) return
  }
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
