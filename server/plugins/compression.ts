import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { sessionEndpoints } from '../../contract/sessions.ts'

/** Adds what a route needs to ask for compressed answers (`compressed`); the built console is compressed already. */
export async function allowCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalCompression: false,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
  })
}

const sessionCalls = new Set<Endpoint>(Object.values(sessionEndpoints))

/**
 * How a call's answers are compressed: JSON and CSV are; pictures are already, and events are sent piece by piece.
 * Answers that carry keys are left alone: the size of a compressed answer tells of what stands in it.
 */
export function compressed(endpoint: Endpoint): object | false {
  if (sessionCalls.has(endpoint)) return false
  return endpoint.data !== null || endpoint.media === 'text/csv' ? {} : false
}
