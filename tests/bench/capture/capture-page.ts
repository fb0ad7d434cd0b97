import { captureEndpoints } from '../../../contract/captures.ts'
import { sha256Of } from '../../../offline/digest.ts'
import { decideCapture, saveCapture } from '../../../offline/outbox.ts'
import { readSession } from '../../../offline/storedSession.ts'

// In a page of the app, beside it.

/** Milliseconds from the choice of a file: its bytes were read, the row was durable, the screen said so, it proposed. */
export interface Captured {
  read: number
  digested: number
  durable: number
  shown: number
  proposed: number
}

/** Frames that took 50 ms and more. */
export interface Frames {
  long: number
  /** Milliseconds. */
  longest: number
}

let photograph = new ArrayBuffer(0)
let observer: PerformanceObserver | null = null
let longFrames: number[] = []

/** A photograph that no other capture has: another comment in the JPEG. */
function anotherPhotograph(): ArrayBuffer {
  const bytes = photograph.slice(0)
  crypto.getRandomValues(new Uint8Array(bytes, 6, 16))
  return bytes
}

const shows = (text: string) => document.querySelector('main')?.textContent?.includes(text) === true

/** Resolves with the moment at which the screen shows one of the texts. */
function whenShown(...texts: string[]): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!texts.some(shows)) return
      observer.disconnect()
      resolve(performance.now())
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    look()
  })
}

/** Resolves with the moment at which the app's next change of the outbox is complete. */
function whenDurable(): Promise<number> {
  const { transaction } = IDBDatabase.prototype
  return new Promise((resolve) => {
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      const opened = transaction.call(this, stores, mode, options)
      if (mode === 'readwrite' && typeof stores !== 'string' && [...stores].includes('captures')) {
        IDBDatabase.prototype.transaction = transaction
        opened.addEventListener('complete', () => resolve(performance.now()))
      }
      return opened
    }
  })
}

/** Notes when a promise that the app asked of the browser was kept, the next time. */
function noteNext<Name extends string>(
  owner: Record<Name, (...given: never[]) => Promise<unknown>>,
  name: Name,
): Promise<number> {
  const original = owner[name]
  return new Promise((resolve) => {
    owner[name] = function (this: unknown, ...given: never[]) {
      owner[name] = original
      const answer = original.apply(this, given)
      void answer.then(() => resolve(performance.now()))
      return answer
    }
  })
}

const bench = {
  async takeAlong(base64: string): Promise<void> {
    photograph = await (await fetch(`data:image/jpeg;base64,${base64}`)).arrayBuffer()
  },

  /** Chooses the photograph on the capture screen, and waits for the proposal. */
  async capture(): Promise<Captured> {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('the screen takes no file')
    const chosen = new DataTransfer()
    chosen.items.add(new File([anotherPhotograph()], 'meter.jpg', { type: 'image/jpeg' }))
    const moments = {
      read: noteNext(Blob.prototype, 'arrayBuffer'),
      digested: noteNext(crypto.subtle as never, 'digest'),
      durable: whenDurable(),
      shown: whenShown('写真を保存しました'),
      proposed: whenShown('この値で確定', '読み取れませんでした'),
    }
    const from = performance.now()
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
    const at = async (moment: Promise<number>) => (await moment) - from
    return {
      read: await at(moments.read),
      digested: await at(moments.digested),
      durable: await at(moments.durable),
      shown: await at(moments.shown),
      proposed: await at(moments.proposed),
    }
  },

  /** Milliseconds of a bare IndexedDB put of as many bytes. */
  async put(): Promise<number> {
    const opening = indexedDB.open('bench', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('bytes')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const bytes = anotherPhotograph()
    const from = performance.now()
    const transaction = database.transaction('bytes', 'readwrite', { durability: 'strict' })
    transaction.objectStore('bytes').put(bytes, crypto.randomUUID())
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const time = performance.now() - from
    database.close()
    return time
  },

  /** Puts captures in the outbox, as the inspector leaves them to the server. */
  async fill(count: number, meters: readonly number[]): Promise<void> {
    const session = await readSession()
    if (session === null) throw new Error('nobody is signed in')
    const { userId, organizationId, organizationName } = session
    for (let at = 0; at < count; at++) {
      const { id } = await saveCapture({
        id: crypto.randomUUID(),
        userId,
        organizationId,
        organizationName,
        meterId: meters[at % meters.length] ?? 0,
        meterName: `No.${at}`,
        unit: 'MPa',
        decimalPoint: 2,
        bytes: anotherPhotograph(),
        mime: 'image/jpeg',
        capturedAt: Date.now(),
        monotonicDelta: 0,
      })
      await decideCapture(id, null)
    }
  },

  /** Milliseconds from being online until the app has sent everything, by the last change of the outbox. */
  async drained(changes: number): Promise<number> {
    const channel = new BroadcastChannel('kenshin-outbox')
    let from = performance.now()
    window.addEventListener('online', () => {
      from = performance.now()
    })
    let seen = 0
    return new Promise((resolve) => {
      channel.onmessage = () => {
        seen += 1
        if (seen < changes) return
        channel.close()
        resolve(performance.now() - from)
      }
    })
  },

  /** Milliseconds of the same calls without an outbox. */
  async post(count: number, meterId: number): Promise<number> {
    const session = await readSession()
    const { path, method } = captureEndpoints.createCapture
    const bodies = []
    for (let at = 0; at < count; at++) {
      const body = anotherPhotograph()
      bodies.push({ body, sha256: await sha256Of(body) })
    }
    const from = performance.now()
    for (const { body, sha256 } of bodies) {
      const now = new Date().toISOString()
      const query = new URLSearchParams({ meter_id: String(meterId), captured_at: now, sent_at: now })
      const answer = await fetch(`${path}?${query}`, {
        method,
        headers: {
          'content-type': 'image/jpeg',
          authorization: `Bearer ${session?.access}`,
          'idempotency-key': crypto.randomUUID(),
          'picture-sha256': sha256,
          'picture-length': String(body.byteLength),
        },
        body,
      })
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
      await answer.json()
    }
    return performance.now() - from
  },

  watchFrames(): void {
    longFrames = []
    observer = new PerformanceObserver((list) => {
      longFrames.push(...list.getEntries().map(({ duration }) => duration))
    })
    observer.observe({ type: 'long-animation-frame' })
  },

  /** Since it was last asked. */
  frames(): Frames {
    longFrames.push(...(observer?.takeRecords() ?? []).map(({ duration }) => duration))
    const frames = { long: longFrames.length, longest: Math.max(0, ...longFrames) }
    longFrames = []
    return frames
  },

  /** Resolves when the page has drawn and done what it had to. */
  async settle(): Promise<void> {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestIdleCallback(resolve))
  },

  /** To the end and back, a step a frame, everything shown. */
  async scroll(within: string): Promise<void> {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const scroller = [...document.querySelectorAll(`${within}, ${within} *`)].find(
      (element) =>
        element.scrollHeight > element.clientHeight &&
        /auto|scroll/.test(getComputedStyle(element).overflowY),
    )
    for (const step of [60, -60]) {
      for (let at = 0; at < 60; at++) {
        scroller?.scrollBy(0, step)
        await frame()
      }
    }
  },

  /** Milliseconds of a call as the app makes it. */
  async ask(path: string): Promise<number> {
    const session = await readSession()
    const from = performance.now()
    const answer = await fetch(path, {
      headers: { authorization: `Bearer ${session?.access}` },
      cache: 'no-store',
    })
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
    await answer.json()
    return performance.now() - from
  },
}

export interface OnPage {
  bench: typeof bench
}

Object.assign(globalThis, { bench })
