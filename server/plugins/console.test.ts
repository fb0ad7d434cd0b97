// Covers docs/requirements.md: 551

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'

let test: TestApp
const folder = mkdtempSync(join(tmpdir(), 'kenshin-console-'))
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  const files = {
    'index.html': '<!doctype html><title>検針</title>',
    'sw.js': 'self',
    'manifest.webmanifest': '{}',
    'assets/index-Ab12Cd34.js': 'export {}',
    'assets/index-Ab12Cd34.js.br': brotliCompressSync('export {}'),
    'assets/index-Ab12Cd34.js.gz': gzipSync('export {}'),
    'index.html.br': brotliCompressSync('<!doctype html><title>検針</title>'),
    '.secret': 'no',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  test = await createTestApp({ consoleFolder: folder })
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

const immutable = 'public, max-age=31536000, immutable'

describe('the console', () => {
  it.each([
    ['/', 'text/html', 'no-store'],
    ['/index.html', 'text/html', 'no-store'],
    ['/sw.js', 'javascript', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
    ['/assets/index-Ab12Cd34.js', 'javascript', immutable],
  ])('serves %s as %s, %s', async (path, type, cache) => {
    const answer = await test.ask('GET', path)
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': cache } })
    expect(answer.headers['content-type']).toContain(type)
  })

  it.each(['/login', '/meters/12', '/data/3', '/capture-meter-value/7', '/data?meter=1'])(
    'serves the start page for the page %s, kept nowhere',
    async (path) => {
      const answer = await test.ask('GET', path)
      expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
      expect(answer.text).toContain('検針')
    },
  )

  it.each([
    '/assets/index-00000000.js',
    '/assets/gone',
    '/old.js',
    '/favicon.ico',
    '/.secret',
    '/%2e%2e/package.json',
  ])('answers 404 for the missing file %s, not the start page (requirement 31)', async (path) => {
    const answer = await test.ask('GET', path)
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.text).not.toContain('<!doctype')
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('sends the copy in %s to whoever takes it, under the same name and rules', async (encoding, open) => {
    const headers = { 'accept-encoding': encoding }
    const answer = await test.ask('GET', '/assets/index-Ab12Cd34.js', { headers })
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-encoding': encoding, 'cache-control': immutable, vary: 'accept-encoding' },
    })
    expect(answer.headers['content-type']).toContain('javascript')
    expect(open(answer.bytes).toString()).toBe('export {}')
    expect((await test.ask('GET', '/assets/index-Ab12Cd34.js')).headers).not.toHaveProperty(
      'content-encoding',
    )
  })

  it.each(['/', '/meters/12'])('sends the start page compressed for %s too, kept nowhere', async (path) => {
    const answer = await test.ask('GET', path, { headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(answer).toMatchObject({ headers: { 'content-encoding': 'br', 'cache-control': 'no-store' } })
    expect(answer.headers['content-type']).toContain('text/html')
    expect(brotliDecompressSync(answer.bytes).toString()).toContain('検針')
  })

  it('answers HEAD like GET, and nothing but GET and HEAD on a page', async () => {
    expect(await test.ask('HEAD', '/meters')).toMatchObject({ status: 200, text: '' })
    expect(await test.ask('POST', '/meters')).toMatchObject({ status: 404 })
  })

  it('allows nothing from foreign hosts and the camera to itself', async () => {
    const { headers } = await test.ask('GET', '/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("img-src 'self' data: blob:")
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
    expect(headers['permissions-policy']).toContain('camera=(self)')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})
