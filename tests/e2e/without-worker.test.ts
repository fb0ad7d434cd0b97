import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browsers.ts'
import { expect } from '../support/expect.ts'
import { capturePath } from '../support/pages/capture.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addGauge } from '../support/rendered-meters.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** How browsers refuse service workers in private windows; each runs in the page. */
const refusals = {
  'has no service workers': () => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  },
  'rejects a registration': () => {
    navigator.serviceWorker.register = async () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
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
    await expect(note).toBeVisible({ timeout: 30_000 })
    expect(logged.filter((text) => /waiting|insecure|serviceWorker/i.test(text))).toEqual([])
  },
)
