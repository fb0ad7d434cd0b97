import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './server.ts'

export interface TlsProxy {
  origin: string
  close: () => Promise<void>
}

interface CaddyOptions {
  /** Of `reverse_proxy`. */
  directives?: string
  /** Without TLS, whose certificate Node’s `fetch` would not trust. */
  isPlain?: boolean
}

/** Debian's Caddy in front of servers, as the README deploys it: HTTP/2, TLS with its own CA. */
export async function startCaddy(
  servers: string,
  { directives = '', isPlain = false }: CaddyOptions = {},
): Promise<TlsProxy> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-caddy-'))
  const origin = `${isPlain ? 'http' : 'https'}://localhost:${port}`
  const caddy = spawn('caddy', ['run', '--config', '-', '--adapter', 'caddyfile'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  })
  caddy.stdin.end(`{
  admin off
  auto_https disable_redirects
  skip_install_trust
  storage file_system ${folder}
}
${origin} {
  ${isPlain ? '' : 'tls internal'}
  reverse_proxy ${servers} {
    ${directives}
  }
}
`)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    caddy.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('serving initial configuration')) resolve()
    })
    caddy.once('error', reject)
    caddy.once('exit', (code) => reject(new Error(`Caddy ended with ${code}:\n${output}`)))
  })
  return {
    origin,
    close: async () => {
      const gone = new Promise((resolve) => caddy.once('exit', resolve))
      caddy.kill()
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
