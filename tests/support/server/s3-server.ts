import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

export interface S3Server {
  /** Settings of the server under test, with a bucket that exists. */
  settings: Record<'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>
  close: () => Promise<void>
}

/** Starts S3-compatible storage in a process of its own: OpenStack Swift, which checks keys and signatures. */
export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-s3-'))
  // Debian's Python, which has Debian's packages; another may come first in PATH.
  const server = spawn('/usr/bin/python3', [join(import.meta.dirname, 'swift-server.py'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(server, 'exit')
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: server.stdout }).once('line', resolve)
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`the S3 server ended with ${code}`)))
  })
  const settings = {
    S3_BUCKET: 'pictures',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'kenshin:tests',
    S3_SECRET_ACCESS_KEY: 'secret-of-tests',
  }
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: settings.S3_ENDPOINT,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
  })
  try {
    await client.send(new CreateBucketCommand({ Bucket: settings.S3_BUCKET }))
  } catch (error) {
    server.kill()
    throw error
  } finally {
    client.destroy()
  }
  return {
    settings,
    async close() {
      server.kill()
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
