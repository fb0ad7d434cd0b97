/** What a test may do to the page it runs in. */
export interface Faults {
  /** IndexedDB connections that the page has used. */
  connections: Set<IDBDatabase>
  /** The next photograph does not fit. */
  full: boolean
  realDate: DateConstructor
}

declare global {
  var kenshinFaults: Faults | undefined
}

/** Runs in each page before its scripts. */
export function prepare(): void {
  const faults: Faults = { connections: new Set(), full: false, realDate: Date }
  globalThis.kenshinFaults = faults
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...given) {
    faults.connections.add(this)
    return transaction.apply(this, given)
  }
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...given) {
    if (!faults.full || this.name !== 'bytes') return put.apply(this, given)
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  }
}

/** Sets the page's clock ahead of the machine's. Runs in the page. */
export function shiftClock(minutes: number): void {
  const Real = globalThis.kenshinFaults?.realDate ?? Date
  const offset = minutes * 60_000
  globalThis.Date = class extends Real {
    constructor(...given: []) {
      if (given.length === 0) super(Real.now() + offset)
      else super(...given)
    }
    static override now(): number {
      return Real.now() + offset
    }
  } as DateConstructor
}

/** As browsers do with a page in the background. Runs in the page. */
export function closeConnections(): void {
  for (const connection of globalThis.kenshinFaults?.connections ?? []) connection.close()
}

/** Runs in the page. */
export function setFull(full: boolean): void {
  if (globalThis.kenshinFaults) globalThis.kenshinFaults.full = full
}

/** Presses a button, link or menu entry by its words; false: there is none. Runs in the page. */
export function press(name: string): boolean {
  const all = document.querySelectorAll<HTMLElement>('button, a, [role="menuitem"]')
  const found = [...all].find((each) => {
    const named = each.getAttribute('aria-label') ?? each.textContent?.trim()
    return named === name && each.getClientRects().length > 0 && !each.hasAttribute('disabled')
  })
  found?.click()
  return found !== undefined
}

/** Types into fields by their selectors; false: one is missing. Runs in the page. */
export function fill(fields: [selector: string, text: string][]): boolean {
  return fields.every(([selector, text]) => {
    const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)
    if (field === null) return false
    // Past React's own setter.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return true
  })
}

/** Chooses a file for the capture screen's input. Runs in the page. */
export function choose(base64: string): boolean {
  const input = document.querySelector<HTMLInputElement>('input[type="file"][capture]')
  if (input === null || input.disabled) return false
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const chosen = new DataTransfer()
  chosen.items.add(new File([bytes], 'meter.jpg', { type: 'image/jpeg' }))
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

export interface Seen {
  path: string
  canChoose: boolean
  /** For the value of a photograph. */
  asks: boolean
  saved: boolean
  notSaved: boolean
  words: string
}

/** Runs in the page. */
export function look(): Seen {
  // biome-ignore lint/performance/useDomNodeTextContent: styles and what is hidden are no words
  const words = document.body?.innerText ?? ''
  const input = document.querySelector<HTMLInputElement>('input[type="file"][capture]')
  return {
    path: location.pathname,
    canChoose: input !== null && !input.disabled,
    asks: words.includes('サーバーに任せる') || words.includes('写真だけを送信'),
    saved: words.includes('写真を保存しました'),
    notSaved: words.includes('写真を端末に保存できませんでした'),
    // A dialog's come last, behind a list that grows from run to run.
    words: words.slice(-5000),
  }
}
