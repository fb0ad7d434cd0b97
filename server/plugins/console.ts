import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFailure } from './errors.ts'

/**
 * Serves the built console. Hashed files are immutable; all others are revalidated. The start page is not stored at all:
 * WebKit keeps a stored page that was left for 戻る, with the IndexedDB transaction that it was in, and the next page of
 * the app could not write (docs/faults.md). A missing file is a 404, never the start page, which a worker would take for
 * a script. Any other path is routed in the browser.
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  const sendPage = (reply: FastifyReply) => reply.sendFile('index.html')
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      preCompressed: true,
      setHeaders(reply, path) {
        const hashed = path.startsWith(join(folder, 'assets/'))
        // Its compressed forms too.
        const isPage = /\.html(?:\.\w+)?$/.test(path)
        const kept = hashed ? 'public, max-age=31536000, immutable' : 'no-cache'
        reply.header('cache-control', isPage ? 'no-store' : kept)
      },
    })
    app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply))
    // The plugin's own route lists the folder of 1,400 files at each request, to compare how the path is spelled.
    app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, (request, reply) => {
      reply.sendFile(request.params['*'])
    })
  } else {
    app.log.warn(`the console is not built: ${folder} is missing`)
  }

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = new URL(request.url, 'http://localhost').pathname
    if (path === '/api' || path.startsWith('/api/')) {
      const message = `${request.method} ${path} という呼び出しはありません。アドレスとメソッドを確認してください`
      return sendFailure(request, reply, 'not_found', [{ path: 'url', message }])
    }
    const isPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !path.startsWith('/assets/') &&
      !(path.split('/').at(-1) ?? '').includes('.')
    if (built && isPage) return sendPage(reply)
    return reply
      .code(404)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('Not found')
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, answer)
}
