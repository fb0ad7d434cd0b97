import { setTimeout as pause } from 'node:timers/promises'
import { closeConnections } from './injected.ts'
import type { Moment, Strike } from './plan.ts'
import type { Situation } from './situation.ts'

/** Where nothing is on the line a strike waits no longer. Milliseconds. */
const longestHold = 2000

/** Does `work`, and strikes while what it sends is on the line; null: strikes nothing. */
export async function struckBy(
  at: Situation,
  blow: { what: Strike; at: Moment } | null,
  work: () => Promise<void>,
): Promise<void> {
  if (blow === null) return work()
  const held = at.ground.line.hold(blow.at)
  await work()
  await Promise.race([held, pause(longestHold)])
  await strike(at, blow.what)
  at.ground.line.release('on')
}

export async function strike(at: Situation, what: Strike): Promise<void> {
  const { ground, phone } = at
  switch (what) {
    case 'browser':
      await phone.killAndRestart()
      await phone.goto('/')
      return
    case 'worker':
      return phone.stopWorker()
    case 'server':
      return ground.killServer()
    case 'database':
      return ground.killDatabase()
    case 'line':
      return ground.line.release('broken')
    case 'connection':
      await phone.run(closeConnections)
      return
    case 'version':
      at.isUpdated = !at.isUpdated
      ground.line.serveConsoleFrom(at.isUpdated ? await at.next() : null)
      await phone.run(update)
  }
}

/** As on 更新 in another tab. Runs in the page. */
async function update(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const waiting = registration?.update().then(
    async () => {
      const { installing } = registration
      if (installing !== null)
        await new Promise((resolve) => {
          installing.addEventListener('statechange', resolve, { once: true })
        })
      registration.waiting?.postMessage({ type: 'SKIP_WAITING' })
    },
    () => undefined,
  )
  await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 8000))])
}
