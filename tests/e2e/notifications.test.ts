import { afterAll, beforeAll, test } from 'vitest'
import { openPhone } from '../support/browsers.ts'
import { expect } from '../support/expect.ts'
import { waitForWorker } from '../support/pages/device.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('a push shows its notification, also where its text is broken, and a later one of its alert takes its place', async () => {
  const page = await (await openPhone(site.origin)).open('/login')
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration !== undefined) resolve(registration.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await waitForWorker(page)
  const registrationId = await registered
  const push = (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: site.origin, registrationId, data })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notifications = await registration.getNotifications()
      return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
    })

  const message = { title: '異常: ポンプ', body: '測定値: 0.95 MPa', tag: 'alert-1', url: '/alerts' }
  await push(JSON.stringify(message))
  const { url, ...rest } = message
  await expect.poll(shown).toEqual([{ ...rest, data: { url } }])
  await push(JSON.stringify({ ...message, body: '測定値: 0.97 MPa' }))
  await expect.poll(shown).toEqual([{ ...rest, body: '測定値: 0.97 MPa', data: { url } }])
  await push('{"title":')
  await expect.poll(async () => (await shown()).map(({ title }) => title)).toContain('検針からのお知らせ')
})
