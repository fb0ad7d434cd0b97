import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `stream-server.ts` listens. */
    streamOrigin: string
  }
}

export interface StreamOrder {
  say: { line: number; text: string }
  /** The number of a line. */
  end: number
  /** Instead of streams, one after the other. */
  answers: { status: number; headers?: Record<string, string>; body?: string }[]
}

export interface StreamRecord {
  /** Every stream that was opened; `left`: it is at its end. */
  lines: { key: string; left: boolean }[]
  /** When a stream was asked for, in milliseconds of the server. */
  asked: number[]
}

/** One test’s own corner of the server of events. */
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
