import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sendFailure } from './errors.ts'

/**
 * Serves the built console. Hashed files are immutable; all others are revalidated. A missing file is a 404, never the
 * start page, which a worker would take for a script. Any other path is routed in the browser.
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  const links = built ? preloadLinksOf(folder) : new Map<string, string>()
  const sendPage = (reply: FastifyReply, path: string) => {
    const link = links.get(path)
    if (link !== undefined) reply.header('link', link)
    return reply.sendFile('index.html')
  }
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      preCompressed: true,
      setHeaders(reply, path) {
        const hashed = path.startsWith(join(folder, 'assets/'))
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply, '/'))
  } else {
    app.log.warn(`the console is not built: ${folder} is missing`)
  }

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = new URL(request.url, 'http://localhost').pathname
    if (path === '/api' || path.startsWith('/api/')) return sendFailure(request, reply, 'not_found')
    const isPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !path.startsWith('/assets/') &&
      !(path.split('/').at(-1) ?? '').includes('.')
    if (built && isPage) return sendPage(reply, path)
    return reply
      .code(404)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('Not found')
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, answer)
}

/** Preload links by page, written by the build (`scripts/first-visit.ts`). */
function preloadLinksOf(folder: string): Map<string, string> {
  const list = join(folder, 'first-screens.json')
  if (!existsSync(list)) return new Map()
  const screens = Object.entries(
    z.record(z.string(), z.array(z.string())).parse(JSON.parse(readFileSync(list, 'utf8'))),
  )
  return new Map(screens.map(([path, files]) => [path, files.map(linkTo).join(', ')]))
}

const linkTo = (name: string) =>
  name.endsWith('.css')
    ? `</${name}>; rel=preload; as=style; crossorigin`
    : `</${name}>; rel=modulepreload; fetchpriority=low`
