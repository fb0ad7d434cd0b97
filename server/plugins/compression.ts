import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import { deviceEndpoints } from '../../contract/devices.ts'
import { keyEndpoints } from '../../contract/keys.ts'
import { sessionEndpoints } from '../../contract/sessions.ts'

/** Compression for routes that ask for it (`compressed`); the built console is precompressed. */
export async function allowCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalCompression: false,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
  })
}

const secretCalls = new Set<Endpoint>([
  ...Object.values(sessionEndpoints),
  ...Object.values(keyEndpoints),
  deviceEndpoints.deviceQr,
])

/**
 * JSON and CSV are compressed; pictures already are, and events are streamed. Answers with tokens or secrets are not: the size of a
 * compressed answer reveals its content.
 */
export function compressed(endpoint: Endpoint): object | false {
  if (secretCalls.has(endpoint)) return false
  return endpoint.data !== null || endpoint.media === 'text/csv' ? {} : false
}
