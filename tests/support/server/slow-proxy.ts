import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { captureEndpoints } from '../../../contract/captures.ts'

/** An upload that is held until it is cut or either end closes. */
interface HeldUpload {
  cut: () => void
}

/** A bad line between browsers and a server. Passes everything that is not held. */
export interface SlowProxy {
  origin: string
  /**
   * Holds the next upload of a capture: `request` after its first bytes (the server waits for the rest);
   * `answer` after the server's response (the phone does not get it). Resolves when held.
   */
  holdNext: (what: 'request' | 'answer') => Promise<HeldUpload>
  /** Uploads of captures that have begun. */
  uploads: () => number
  close: () => Promise<void>
}

interface Wanted {
  what: 'request' | 'answer'
  stands: (held: HeldUpload) => void
}

export async function startSlowProxy(target: string): Promise<SlowProxy> {
  let wanted: Wanted | null = null
  let begun = 0

  function pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const isUpload =
      incoming.method === 'POST' && incoming.url?.startsWith(captureEndpoints.createCapture.path)
    if (isUpload) begun += 1
    const hold = isUpload ? wanted : null
    if (hold !== null) wanted = null
    const cut = () => incoming.socket.destroy()
    const upstream = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: incoming.headers,
      agent: false,
    })
    upstream.on('error', cut)
    answer.once('close', () => upstream.destroy())
    upstream.on('response', (response) => {
      response.on('error', cut)
      if (hold?.what === 'answer') {
        response.resume().once('end', () => hold.stands({ cut }))
        return
      }
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    if (hold?.what === 'request') {
      incoming.once('data', (chunk: Buffer) => {
        incoming.pause()
        upstream.write(chunk, () => hold.stands({ cut }))
      })
    } else incoming.pipe(upstream)
  }

  const server = createServer(pass)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdNext: (what) =>
      new Promise((stands) => {
        wanted = { what, stands }
      }),
    uploads: () => begun,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
