import { canMakeChannel, isWritable } from './refusals.ts'

/**
 * Puts stand-ins in the place of what the browser refuses to this page. They last as long as the page, and other tabs do
 * not share them. The database has none: photographs must not seem to be stored (`offline/storedSession.ts`).
 */
export function replaceRefused(): void {
  let isolated = false
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    if (isWritable(name)) continue
    const readable = readableStorage(name)
    isolated ||= readable === null
    replace(window, name, createStorage(readable))
  }
  // Browsers that refuse storage refuse these too, some only when they are used.
  if (isolated || !('locks' in navigator)) replace(navigator, 'locks', new PageLocks())
  if (isolated || !canMakeChannel()) replace(window, 'BroadcastChannel', PageChannel)
  if (isolated || !('caches' in window)) replace(window, 'caches', noCaches)
}

function replace(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, configurable: true })
}

function readableStorage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name]
  } catch {
    return null
  }
}

/** `stored`: one that can be read but not written, as on a full disk. What is removed is removed there too. */
export function createStorage(stored: Storage | null): Storage {
  const held = new Map<string, string>()
  const keys = () => [...new Set([...held.keys(), ...(stored ? Object.keys(stored) : [])])]
  return {
    get length() {
      return keys().length
    },
    key: (index) => keys()[index] ?? null,
    getItem: (key) => held.get(String(key)) ?? stored?.getItem(key) ?? null,
    setItem: (key, value) => {
      held.set(String(key), String(value))
    },
    removeItem: (key) => {
      held.delete(String(key))
      stored?.removeItem(key)
    },
    clear: () => {
      held.clear()
      stored?.clear()
    },
  }
}

interface HeldLock {
  name: string
  mode: LockMode
}

/** Web Locks among the parts of this page. Locks are not stolen: the page that would lose one is this one. */
export class PageLocks implements LockManager {
  readonly #held = new Set<HeldLock>()
  readonly #waiting: { lock: HeldLock; grant: () => void }[] = []

  async request<T>(
    name: string,
    ...rest: [LockGrantedCallback<T>] | [LockOptions, LockGrantedCallback<T>]
  ): Promise<Awaited<T>> {
    const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest
    const { mode = 'exclusive', ifAvailable = false, signal } = options
    signal?.throwIfAborted()
    const lock = { name, mode }
    if (this.#isFree(lock)) this.#held.add(lock)
    else if (ifAvailable) return await work(null)
    else await this.#turn(lock, signal)
    try {
      return await work(lock)
    } finally {
      this.#held.delete(lock)
      this.#grantNext()
    }
  }

  async query(): Promise<LockManagerSnapshot> {
    return { held: [...this.#held], pending: this.#waiting.map(({ lock }) => lock) }
  }

  #isFree({ name, mode }: HeldLock): boolean {
    const others = [...this.#held].filter((each) => each.name === name)
    return mode === 'shared' ? others.every((each) => each.mode === 'shared') : others.length === 0
  }

  #turn(lock: HeldLock, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { lock, grant: resolve }
    this.#waiting.push(entry)
    signal?.addEventListener('abort', () => {
      const place = this.#waiting.indexOf(entry)
      if (place < 0) return
      this.#waiting.splice(place, 1)
      reject(signal.reason)
    })
    return promise
  }

  #grantNext(): void {
    for (const entry of [...this.#waiting]) {
      if (!this.#isFree(entry.lock)) continue
      this.#waiting.splice(this.#waiting.indexOf(entry), 1)
      this.#held.add(entry.lock)
      entry.grant()
    }
  }
}

const channels = new Set<PageChannel>()

/** A BroadcastChannel among the parts of this page. */
export class PageChannel {
  onmessage: ((event: MessageEvent) => void) | null = null
  readonly name: string

  constructor(name: string) {
    this.name = name
    channels.add(this)
  }

  postMessage(message: unknown): void {
    for (const channel of channels) {
      if (channel === this || channel.name !== this.name) continue
      const event = new MessageEvent('message', { data: structuredClone(message) })
      setTimeout(() => channels.has(channel) && channel.onmessage?.(event))
    }
  }

  close(): void {
    channels.delete(this)
  }
}

/** Everything in caches is on the server, so that nothing is lost where they keep nothing. */
const noCache = {
  match: async () => undefined,
  keys: async () => [],
  put: async () => undefined,
  delete: async () => false,
}
const noCaches = {
  open: async () => noCache,
  match: async () => undefined,
  keys: async () => [],
  has: async () => false,
  delete: async () => false,
}
