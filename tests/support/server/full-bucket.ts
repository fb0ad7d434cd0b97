import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FullBucket {
  settings: Record<string, string>
  /** From now on objects are stored, or refused with this status and code. */
  answer: (refusal: { status: number; code: string } | null) => void
  close: () => void
}

/** An S3 service with one bucket that refuses objects when a test says so. It keeps none. */
export async function startFullBucket(): Promise<FullBucket> {
  let refusal: { status: number; code: string } | null = null
  const service = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      if (request.method === 'GET') return response.writeHead(404).end()
      if (request.method !== 'PUT' || refusal === null) return response.writeHead(200).end()
      return response
        .writeHead(refusal.status, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${refusal.code}</Code><Message>no</Message></Error>`)
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  return {
    settings: {
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'x',
      S3_ENDPOINT: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    },
    answer: (given) => {
      refusal = given
    },
    close: () => void service.close(),
  }
}
