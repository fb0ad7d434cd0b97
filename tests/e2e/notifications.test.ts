// Covers docs/requirements.md: 289

import { afterAll, beforeAll, test } from 'vitest'
import { openPhone } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { waitForWorker } from '../support/pages/device.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('a push shows its notification, also where its text is broken, and a later one of its alert takes its place', async () => {
  const page = await (await openPhone(site.origin)).open('/login')
  const devtools = await page.context().newCDPSession(page)
  // DevTools do not report a failed delivery: only an activated worker gets one.
  const activated = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated')
      if (active !== undefined) resolve(active.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await waitForWorker(page)
  const registrationId = await activated
  const push = (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: site.origin, registrationId, data })
  // The list of the registration is not asked: it drops what Chromium has taken and is about to display.
  const displayed: Record<string, string>[] = []
  devtools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: event }) => {
    const details = event.eventMetadata.map(({ key, value }) => [key, value])
    displayed.push({ event: event.eventName, tag: event.instanceId, ...Object.fromEntries(details) })
  })
  await devtools.send('BackgroundService.startObserving', { service: 'notifications' })
  await devtools.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true })

  const message = { title: '異常: ポンプ', body: '測定値: 0.95 MPa', tag: 'alert-1', url: '/alerts' }
  for (const [index, text] of [
    JSON.stringify(message),
    JSON.stringify({ ...message, body: '測定値: 0.97 MPa' }),
    '{"title":',
  ].entries()) {
    await push(text)
    await expect.poll(() => displayed.length).toBe(index + 1)
  }
  const event = 'Notification displayed'
  // Of one tag a browser shows one: the later takes the place of the earlier.
  expect(displayed).toEqual([
    { event, tag: 'alert-1', Title: '異常: ポンプ', Body: '測定値: 0.95 MPa' },
    { event, tag: 'alert-1', Title: '異常: ポンプ', Body: '測定値: 0.97 MPa' },
    { event, tag: 'unreadable', Title: '検針からのお知らせ', Body: 'アプリを開いて確認してください。' },
  ])
})
