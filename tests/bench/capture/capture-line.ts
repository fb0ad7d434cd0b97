import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A line of limited width between browsers and a server, in each direction shared by all connections. */
export interface NarrowLine {
  origin: string
  /** Bytes a second in each direction; null: as fast as it goes. */
  narrow: (bytesPerSecond: number | null) => void
  close: () => Promise<void>
}

/** What goes at a time: others wait behind it, as behind what a modem holds. */
const portion = 16_384

export async function openNarrowLine(target: string): Promise<NarrowLine> {
  const { hostname, port } = new URL(target)
  let width: number | null = null
  const open = new Set<Socket>()

  function direction() {
    let freeAt = 0
    /** Waits for its place on the line, then until the bytes are through. */
    return async (bytes: number) => {
      if (width === null) return
      const now = performance.now()
      freeAt = Math.max(now, freeAt) + (bytes / width) * 1000
      await pause(freeAt - now)
    }
  }
  const [up, down] = [direction(), direction()]

  async function carry(from: Socket, to: Socket, send: (bytes: number) => Promise<void>): Promise<void> {
    try {
      for await (const chunk of from) {
        for (let at = 0; at < chunk.length; at += portion) {
          const part = (chunk as Buffer).subarray(at, at + portion)
          await send(part.length)
          if (!to.write(part)) await once(to, 'drain')
        }
      }
      to.end()
    } catch {
      // Either end closed: so does the other.
      to.destroy()
    }
  }

  const server = createServer((phone) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [phone, upstream]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.once('close', () => {
        open.delete(socket)
        phone.destroy()
        upstream.destroy()
      })
    }
    void carry(phone, upstream, up)
    void carry(upstream, phone, down)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    narrow(bytesPerSecond) {
      width = bytesPerSecond
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
