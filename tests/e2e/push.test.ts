// Covers docs/requirements.md: 289, 290

import type { BrowserContext, Page, Worker } from 'playwright'
import { afterAll, afterEach, beforeAll, onTestFinished, test } from 'vitest'
import { eventEndpoints } from '../../contract/events.ts'
import { openPhone } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { type Served, serveApp } from '../support/browser/served.ts'
import { alertsScreen } from '../support/pages/alerts.ts'
import { shell } from '../support/pages/shell.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { type PushedBrowser, type PushService, startPushService } from '../support/server/push-service.ts'
import { type SmtpInbox, startSmtpServer } from '../support/server/smtp.ts'

let site: Served
let pushes: PushService
let inbox: SmtpInbox
beforeAll(async () => {
  pushes = await startPushService()
  inbox = await startSmtpServer()
  site = await serveApp({ pushAgent: pushes.agent, settings: { SMTP_URL: inbox.url } })
})
afterEach(() => {
  inbox.received.length = 0
})
afterAll(async () => {
  await site.close()
  await pushes.close()
  await inbox.close()
})

/** Subscribes at our own push service; Chromium's cannot be used. */
async function subscribeAt(context: BrowserContext, service: PushService, deliver: Deliver) {
  const held: { now: PushedBrowser | null } = { now: null }
  const asked = () => held.now && { endpoint: held.now.endpoint, keys: held.now.keys }
  await context.exposeBinding('pushSubscription', (_source, change: Change) => {
    if (change.subscribe !== undefined) {
      held.now = service.browser({ applicationServerKey: change.subscribe, deliver })
    }
    if (change.unsubscribe === true) {
      held.now?.answer(410)
      held.now = null
    }
    return asked()
  })
  await context.addInitScript(() => {
    type Asked = { endpoint: string; keys: object } | null
    const ask = (change: object): Promise<Asked> => Reflect.get(window, 'pushSubscription')(change)
    const made = (asked: Asked) =>
      asked && {
        endpoint: asked.endpoint,
        options: { applicationServerKey: null, userVisibleOnly: true },
        toJSON: () => asked,
        unsubscribe: async () => (await ask({ unsubscribe: true })) === null,
      }
    const subscribe = async ({ applicationServerKey }: PushSubscriptionOptionsInit) =>
      made(await ask({ subscribe: applicationServerKey }))
    const getSubscription = async () => made(await ask({}))
    Object.assign(PushManager.prototype, { subscribe, getSubscription })
  })
  return held
}
type Deliver = (text: string) => Promise<unknown>
interface Change {
  subscribe?: string
  unsubscribe?: boolean
}

/** A signed-in phone at the alerts. Its worker gets what its push service receives. */
async function openAlerts(user: TestUser) {
  const phone = await openPhone(site.origin)
  let deliver: Deliver = async () => {}
  const subscription = await subscribeAt(phone.context(), pushes, (text) => deliver(text))
  const page = await phone.open('/login')
  const devtools = await phone.context().newCDPSession(page)
  // DevTools do not report a failed delivery: only an activated worker gets one.
  const activated = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated')
      if (active !== undefined) resolve(active.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await keepSignedIn(page, user)
  await page.goto('/')
  const registrationId = await activated
  await expect.poll(() => phone.context().serviceWorkers().length).toBeGreaterThan(0)
  const [worker] = phone.context().serviceWorkers()
  if (worker === undefined) throw new Error('there is no worker')
  await worker.evaluate(keepShown)
  deliver = (data) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: site.origin, registrationId, data })
  // The phone is off: its push service keeps the messages.
  onTestFinished(() => {
    deliver = async () => {}
  })
  await listenAt(page, '/alerts')
  await alertsScreen(page).pushSetting.click()
  return { worker, page, screen: alertsScreen(page), subscription }
}

/** On connecting, the page fetches what changed since its last visit; waits for that. */
async function listenAt(page: Page, address: string): Promise<void> {
  const listens = page.waitForRequest(
    (request) => new URL(request.url()).pathname === eventEndpoints.events.path,
  )
  await page.goto(address)
  await listens
}

interface Shown extends NotificationOptions {
  title: string
  close: () => void
}

/**
 * In the worker: keeps what it shows. The list of the registration is not asked: it drops what Chromium has taken and is
 * about to display.
 */
function keepShown(): void {
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
  const kept = new Map<string, Shown>()
  Reflect.set(globalThis, 'kept', kept)
  const show = registration.showNotification.bind(registration)
  registration.showNotification = async (title, options) => {
    await show(title, options)
    kept.set(title, { ...options, title, close: () => kept.delete(title) })
  }
}

const shown = (worker: Worker) =>
  worker.evaluate(() =>
    [...(Reflect.get(globalThis, 'kept') as Map<string, Shown>).values()].map(
      ({ title, body, lang, data }) => ({ title, body, lang, data }),
    ),
  )

/** Presses a notification as far as a script can: only a real press may open or focus a window. */
const press = (worker: Worker, title: string): Promise<string[]> =>
  worker.evaluate(async (wanted) => {
    const opened: string[] = []
    const scope = globalThis as unknown as {
      kept: Map<string, Shown>
      clients: { openWindow: (path: string) => Promise<null> }
      WindowClient: { prototype: { focus: () => Promise<unknown> } }
    }
    scope.clients.openWindow = async (path) => {
      opened.push(path)
      return null
    }
    scope.WindowClient.prototype.focus = async function () {
      return this
    }
    const event = Object.assign(new Event('notificationclick'), { notification: scope.kept.get(wanted) })
    const done: Promise<unknown>[] = []
    Object.assign(event, { waitUntil: (promise: Promise<unknown>) => done.push(promise) })
    globalThis.dispatchEvent(event)
    await Promise.all(done)
    return opened
  }, title)

const mailsTo = ({ email }: TestUser) =>
  inbox.received.filter(({ to }) => to?.some(({ address }) => address === email))

test('who allows notifications has a test, then each alert, through a push service; a press leads to the alerts', async () => {
  const user = await site.addUser()
  const { worker, page, screen } = await openAlerts(user)
  await screen.push.click()
  await expect(screen.push).toBeChecked()
  await screen.test.click()
  await expect(page.getByText('1台のブラウザに送信しました')).toBeVisible()
  await expect
    .poll(() => shown(worker))
    .toEqual([
      {
        title: '通知のテスト',
        body: 'この端末に異常の通知が届きます。',
        lang: 'ja',
        data: { url: '/alerts' },
      },
    ])

  await page.goto('/')
  await site.raiseAlert('第一工場 蒸気圧力')
  const title = '異常: 第一工場 蒸気圧力'
  await expect.poll(async () => (await shown(worker)).map((each) => each.title)).toContain(title)
  const alert = (await shown(worker)).find((each) => each.title === title)
  expect(alert?.body).toMatch(/^測定値: 0\.95 MPa\n異常範囲: 0\.8 〜 1\.0 MPa\n測定日時: \d{4}年/)
  const [address = ''] = await press(worker, title)
  expect(address).toMatch(new RegExp(`^${site.origin}/alerts\\?tab=occurring&alert=\\d+&value=\\d+$`))
  expect((await shown(worker)).map((each) => each.title)).not.toContain(title)
  // The other tab was the last one viewed.
  await page.goto('/alerts')
  await page.getByRole('tab', { name: '確認済み' }).click()
  await page.goto(address)
  await expect(page.getByRole('dialog', { name: /第一工場 蒸気圧力/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(screen.cards.filter({ hasText: '第一工場 蒸気圧力' })).toHaveCount(1)
  expect(mailsTo(user)).toEqual([])
})

test('a press leads the alerts that are open to the new one, without loading the page again', async () => {
  const { worker, page, screen } = await openAlerts(await site.addUser())
  await screen.push.click()
  await expect(screen.test).toBeVisible()
  await listenAt(page, '/alerts?tab=past')
  await page.evaluate(() => Reflect.set(window, 'isSame', true))
  await site.raiseAlert('第四工場 蒸気圧力')
  const title = '異常: 第四工場 蒸気圧力'
  await expect.poll(async () => (await shown(worker)).map((each) => each.title)).toContain(title)
  expect(await press(worker, title)).toEqual([])
  await expect(page.getByRole('dialog', { name: /第四工場 蒸気圧力/ })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('occurring')
  expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true)
  await page.goBack()
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=past')
})

test('signing out on a device ends its notifications, at the server and at the push service', async () => {
  const user = await site.addUser()
  const { worker, page, screen, subscription } = await openAlerts(user)
  await screen.push.click()
  await expect(screen.test).toBeVisible()
  const { received } = subscription.now ?? { received: [] }
  await page.keyboard.press('Escape')
  await shell(page).signOut(user)
  expect(subscription.now).toBeNull()
  expect(await site.subscriptionsOf(user)).toBe(0)
  await site.raiseAlert('第三工場 蒸気圧力')
  await expect(page.getByRole('heading', { name: 'ログイン', exact: true })).toBeVisible()
  expect(received).toEqual([])
  expect(await shown(worker)).toEqual([])
})
