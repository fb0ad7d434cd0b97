import { Agent, get, type RequestOptions } from 'node:http'
import type { TestUser } from '../support/server/accounts.ts'
import { tokenOf } from './api-export.ts'

/** A signed-in caller on one connection, who reads responses to their end without parsing. */
export interface ApiClient {
  get: (path: string) => Promise<void>
  close: () => void
}

/** Milliseconds; a token expires after 15 minutes. */
const renewAfter = 10 * 60_000

export function apiClientOf(origin: string, user: TestUser): ApiClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let signedIn = { at: Number.NEGATIVE_INFINITY, headers: {} }
  return {
    async get(path) {
      if (performance.now() - signedIn.at > renewAfter) {
        signedIn = {
          at: performance.now(),
          headers: { authorization: `Bearer ${await tokenOf(origin, user)}` },
        }
      }
      await receive(new URL(path, origin), { agent, headers: signedIn.headers })
    },
    close: () => agent.destroy(),
  }
}

const receive = (url: URL, options: RequestOptions) =>
  new Promise<void>((resolve, reject) => {
    get(url, options, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume()
      answer.once('end', resolve)
      answer.once('error', reject)
    }).once('error', reject)
  })
