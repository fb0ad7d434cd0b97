import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { bundle } from '../support/browser/bundle.ts'
import type { Material } from './results.ts'

/** A loopback server whose page computes the results and posts them back. */
export interface EngineSite {
  /** A URL for one browser, and its report. */
  invite: () => { address: string; report: Promise<string> }
  close: () => Promise<void>
}

export async function openEngineSite({ cases, pictures, files }: Material): Promise<EngineSite> {
  const reports = new Map<string, (report: string) => void>()
  const binary = (body: Uint8Array) => ({ type: 'application/octet-stream', body })
  const sizes = pictures.map(({ width, height }) => ({ width, height }))
  const contents = new Map<string, { type: string; body: string | Uint8Array }>([
    ['/page.js', { type: 'text/javascript', body: await bundle(new URL('page.ts', import.meta.url)) }],
    ['/listing', { type: 'application/json', body: JSON.stringify({ cases, pictures: sizes }) }],
    ['/models/digits', binary(new Uint8Array(files.digits))],
    ['/models/needles', binary(new Uint8Array(files.needles))],
    ...pictures.map(({ data }, index) => [`/pictures/${index}`, binary(new Uint8Array(data))] as const),
  ])

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const content = contents.get(path)
    if (request.method === 'POST') {
      reports.get(path)?.(await textOf(request))
    } else if (content) {
      response.setHeader('content-type', content.type)
      response.write(content.body)
    } else if (reports.has(path)) {
      response.setHeader('content-type', 'text/html')
      response.write(
        '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
      )
    } else {
      response.statusCode = 404
    }
    response.end()
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    invite() {
      const path = `/guests/${reports.size + 1}`
      const { promise, resolve } = Promise.withResolvers<string>()
      reports.set(path, resolve)
      return { address: `http://127.0.0.1:${address.port}${path}`, report: promise }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
