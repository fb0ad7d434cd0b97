import { readingEndpoints } from '../../contract/readings.ts'
import { sessionEndpoints } from '../../contract/sessions.ts'
import type { TestUser } from '../support/server/accounts.ts'

/** Figures of a CSV export of a whole organization. */
export interface ExportFigures {
  rows: number
  seconds: number
  bytes: number
  /** Resident memory of the server before and at its peak, bytes. */
  memory: { before: number; highest: number }
}

/** Discards the file while checking that it is complete. */
export async function receiveExport(origin: string, user: TestUser): Promise<ExportFigures> {
  const authorization = `Bearer ${await tokenOf(origin, user)}`
  const before = await memoryOf(origin)
  let highest = before
  const watch = setInterval(async () => {
    highest = Math.max(highest, await memoryOf(origin))
  }, 500)
  try {
    const start = performance.now()
    const response = await fetch(new URL(readingEndpoints.exportReadings.path, origin), {
      headers: { authorization },
    })
    if (!response.ok || response.body === null) throw new Error(`the export answered ${response.status}`)
    let bytes = 0
    let lines = 0
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === 0x0a) lines++
    }
    const rows = Number(response.headers.get('row-count'))
    if (lines !== rows + 1) throw new Error(`${lines} lines came instead of ${rows} and a head`)
    return { rows, seconds: (performance.now() - start) / 1000, bytes, memory: { before, highest } }
  } finally {
    clearInterval(watch)
  }
}

export async function tokenOf(
  origin: string,
  { organizationCode, username, password }: TestUser,
): Promise<string> {
  const response = await fetch(new URL(sessionEndpoints.login.path, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ organization_code: organizationCode, username, password, email: '' }),
  })
  const answer = (await response.json()) as { data: { id_token: string } }
  return answer.data.id_token
}

async function memoryOf(origin: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', origin))).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0)
}
