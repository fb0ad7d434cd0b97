import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { capturePath } from '../support/pages/capture.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addGauge } from '../support/reader/rendered-meters.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** Runs in the page. */
function rejectRegistrations() {
  navigator.serviceWorker.register = async () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
}

/** How browsers refuse service workers in private windows; each runs in the page. */
const refusals = {
  'has no service workers': () => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  },
  'rejects a registration': rejectRegistrations,
  'does not support a registration': () => {
    navigator.serviceWorker.register = async () => {
      throw new DOMException('The user denied permission to use Service Worker.', 'NotSupportedError')
    }
  },
  'returns no registration': () => {
    Object.assign(navigator.serviceWorker, { register: async () => undefined })
  },
}

test.each(Object.entries(refusals))(
  'a browser that %s says that it cannot photograph offline, and logs nothing',
  async (_, refuse) => {
    const meter = await addGauge(site)
    const page = await openBrowser(site.origin, { viewport: sizes.phone })
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.addInitScript(refuse)
    await keepSignedIn(page, await site.addUser())
    await page.goto(capturePath(meter))
    const note = page.getByText('このブラウザでは、電波のない所で撮影できません')
    await expect(note).toBeVisible()
    expect(logged.filter((text) => /waiting|insecure|denied|serviceWorker/i.test(text))).toEqual([])
  },
)

test('a network that answers with its own page instead of the worker is no refusal of the browser', async () => {
  const meter = await addGauge(site)
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.addInitScript(rejectRegistrations)
  await page.route('**/sw.js', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Wi-Fi</p>' }))
  await keepSignedIn(page, await site.addUser())
  await page.goto(capturePath(meter))
  await expect.poll(() => logged.join('\n')).toContain('The operation is insecure.')
  await expect(page.getByText('このブラウザでは、電波のない所で撮影できません')).toHaveCount(0)
})
