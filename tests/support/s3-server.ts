import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The package names a command that it does not contain. */
const program = createRequire(import.meta.url).resolve('@20minutes/s3rver/lib/cli.js')

export interface S3Server {
  /** Of the server under test, with a bucket that is there. */
  settings: Record<'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>
  close: () => void
}

/**
 * S3-compatible storage as a process of its own. It takes any signature: of the SDK’s calls it computes others than
 * Amazon does. Keys that it does not know are refused.
 */
export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-s3-'))
  const script = `require(${JSON.stringify(program)}).parseAsync(['', '', ...process.argv.slice(1)])`
  const server = spawn(
    process.execPath,
    [
      '--eval',
      script,
      '--',
      ...['--directory', folder, '--port', '0', '--allow-mismatched-signatures'],
      ...['--configure-bucket', 'pictures'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: server.stdout })
  const port = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /listening on .*?(\d+)\D*$/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    server.once('exit', (code) => reject(new Error(`the S3 server ended with ${code}`)))
  })
  return {
    settings: {
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: () => {
      server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
