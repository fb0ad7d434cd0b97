import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `stream-server.ts` listens. */
    streamOrigin: string
  }
}

export interface StreamOrder {
  say: { line: number; text: string }
  /** Index of a line. */
  end: number
  /** `data` of each `hello` from now on. */
  hello: object
  /** Sent instead of streams, in sequence. */
  answers: { status: number; headers?: Record<string, string>; body?: string }[]
}

export interface StreamRecord {
  /** Streams opened so far; `left`: closed. */
  lines: { key: string; left: boolean }[]
  /** Request times in the server's milliseconds. */
  asked: number[]
  /** What each asked for with `since`. */
  since: number[]
}

/** The test's scope of the event server. */
export function streams() {
  const scope = crypto.randomUUID()
  const origin = inject('streamOrigin')
  const call = async (order?: Partial<StreamOrder>): Promise<StreamRecord> => {
    const init = order ? { method: 'POST', body: JSON.stringify(order) } : {}
    return (await fetch(`${origin}/control/${scope}`, init)).json()
  }
  return {
    origin,
    access: `${scope}.old`,
    renewed: `${scope}.new`,
    refresh: `${scope}.refresh`,
    say: (line: number, text: string) => call({ say: { line, text } }),
    order: (given: Partial<StreamOrder>) => call(given),
    record: () => call(),
  }
}
