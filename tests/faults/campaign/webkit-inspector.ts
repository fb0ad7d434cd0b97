import { setTimeout as pause } from 'node:timers/promises'

/** A page of WebKit that is driven by the protocol of its Web Inspector. */
export interface InspectedPage {
  /** @throws Error of the protocol; `Gone` when the page is. */
  send: (method: string, given?: object) => Promise<Answer>
  /** The result of an expression that gives a promise; null: the page went before. */
  evaluate: (expression: string) => Promise<unknown>
  /** Runs in each document before its scripts, instead of what was given before. */
  prepareDocuments: (script: string) => Promise<void>
  /** Resolves when a page that is on its way is parsed. */
  nextPage: () => Promise<void>
  close: () => void
}

interface Answer {
  result?: { objectId?: string; value?: unknown; description?: string }
  wasThrown?: boolean
  dataURL?: string
}

/** The browser, its page or the document was left. */
class Gone extends Error {
  override name = 'Gone'
}

interface Waiting {
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
  targetId: string
  /** Is never answered when the document goes. */
  ofDocument: boolean
}

/** A process of the page; a navigation may go on in another one. */
interface Target {
  targetId: string
  type: string
  /** Of a navigation that has not answered yet. */
  isProvisional?: boolean
  isPaused?: boolean
}

interface Message {
  id?: number
  method?: string
  params?: {
    targetInfo?: Target
    targetId?: string
    newTargetId?: string
    message?: string
  }
  result?: Answer
  error?: { message: string }
}

/** Of a browser started with WEBKIT_INSPECTOR_HTTP_SERVER on this port. */
export async function inspect(port: number): Promise<InspectedPage> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${await pathOfPage(port)}`)
  const waiting = new Map<number, Waiting>()
  const begun = Promise.withResolvers<void>()
  let target = ''
  let last = 0
  let script = ''
  let parsed = Promise.withResolvers<void>()

  const fail = (error: Error, which: (each: Waiting) => boolean) => {
    for (const [id, each] of waiting) {
      if (!which(each)) continue
      waiting.delete(id)
      each.reject(error)
    }
  }
  socket.addEventListener('close', () => {
    begun.reject(new Gone('the browser is gone'))
    fail(new Gone('the browser is gone'), () => true)
  })
  socket.addEventListener('message', ({ data }) => {
    const { method, params } = JSON.parse(String(data)) as Message
    if (method === 'Target.targetCreated' && params?.targetInfo?.type === 'page')
      void prepareTarget(params.targetInfo)
    if (method === 'Target.didCommitProvisionalTarget') target = params?.newTargetId ?? target
    if (method === 'Target.targetDestroyed')
      fail(new Gone('the page is gone'), ({ targetId }) => targetId === params?.targetId)
    if (method === 'Target.dispatchMessageFromTarget') hear(JSON.parse(params?.message ?? '{}') as Message)
  })

  function hear({ id, method, result, error }: Message): void {
    if (method === 'Page.frameNavigated')
      fail(new Gone('the document is gone'), ({ ofDocument }) => ofDocument)
    if (method === 'Page.domContentEventFired') {
      parsed.resolve()
      parsed = Promise.withResolvers()
    }
    const each = waiting.get(id ?? 0)
    if (id === undefined || each === undefined) return
    waiting.delete(id)
    if (error === undefined) each.resolve(result ?? {})
    else each.reject(new Error(error.message))
  }

  function ask(method: string, given: object, ofDocument = false, targetId = target): Promise<Answer> {
    if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Gone('the browser is gone'))
    last += 1
    const message = JSON.stringify({ id: last, method, params: given })
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.set(last, { resolve, reject, targetId, ofDocument })
    tell('Target.sendMessageToTarget', { targetId, message })
    return promise
  }

  function tell(method: string, params: object): void {
    last += 1
    socket.send(JSON.stringify({ id: last, method, params }))
  }

  async function prepareTarget({ targetId, isProvisional, isPaused }: Target): Promise<void> {
    if (isProvisional !== true) target = targetId
    const prepared = [
      ask('Page.enable', {}, false, targetId),
      ask('Runtime.enable', {}, false, targetId),
      ask('Page.setBootstrapScript', { source: script }, false, targetId),
    ]
    if (isPaused === true) tell('Target.resume', { targetId })
    await Promise.all(prepared).then(() => begun.resolve(), begun.reject)
  }

  await begun.promise
  tell('Target.setPauseOnStart', { pauseOnStart: true })
  return {
    send: (method, given = {}) => ask(method, given),
    async evaluate(expression) {
      try {
        const { result } = await ask('Runtime.evaluate', { expression })
        const settled = await ask(
          'Runtime.awaitPromise',
          { promiseObjectId: result?.objectId, returnByValue: true },
          true,
        )
        if (settled.wasThrown === true) throw new Error(settled.result?.description ?? 'thrown in the page')
        return settled.result?.value ?? null
      } catch (error) {
        if (error instanceof Gone || /Missing injected script/.test((error as Error).message)) return null
        throw error
      }
    },
    async prepareDocuments(next) {
      script = next
      await ask('Page.setBootstrapScript', { source: next })
    },
    nextPage: () => parsed.promise,
    close: () => socket.close(),
  }
}

async function pathOfPage(port: number): Promise<string> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const list = await fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.text(),
      () => '',
    )
    const [path] = /\/socket\/\d+\/\d+\/WebPage/.exec(list) ?? []
    if (path !== undefined) return path
    await pause(100)
  }
  throw new Error('WebKit shows no page to inspect')
}
