import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `upload-server.ts` listens. */
    uploadOrigin: string
  }
}

export type UploadMode =
  | 'accept'
  /** The line breaks before the body is read. */
  | 'cut'
  /** Stored, but the line breaks before the response. */
  | 'drop'
  /** Held until another mode is set. */
  | 'gate'
  | 'captive'
  | 'redirect'
  | 'wrong key'
  | 'wrong sha256'
  | 'wrong length'
  | 'wrong meter'
  | { status: number; code: string; headers?: Record<string, string> }

export interface UploadControl {
  mode: UploadMode
  /** By idempotency key; overrides `mode`. */
  modes: Record<string, UploadMode>
  /** `gate`: held until another mode is set. */
  refresh: 'accept' | 'refuse' | 'cut' | 'gate'
  /** Access keys issued so far expire. */
  expire?: boolean
}

export interface UploadRecord {
  /** Idempotency keys in order of arrival. */
  attempts: string[]
  commits: Record<string, number>
  received: Record<
    string,
    {
      sha256: string
      length: number
      query: Record<string, string>
      headers: Record<string, string>
      /** Of a skip or a replacement. */
      body?: object
    }
  >
  refreshes: number
  /** Keys of skips that were withdrawn by `DELETE`. */
  withdrawn: string[]
  /** Held responses. */
  gated?: number
}

/** The test's scope of the upload server. */
export function uploads() {
  const scope = crypto.randomUUID()
  const origin = inject('uploadOrigin')
  const call = async (body?: Partial<UploadControl>): Promise<UploadRecord> => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    return (await fetch(`${origin}/control/${scope}`, init)).json()
  }
  return {
    origin,
    access: `${scope}.1`,
    refresh: `${scope}.first`,
    set: (change: Partial<UploadControl>) => call(change),
    record: () => call(),
  }
}
