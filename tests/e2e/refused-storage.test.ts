import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, openPhone, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { captureScreen } from '../support/pages/capture.ts'
import { dataScreen } from '../support/pages/data.ts'
import { homeScreen } from '../support/pages/home.ts'
import { readingDialog } from '../support/pages/reading.ts'
import { shell } from '../support/pages/shell.ts'
import { signInScreen } from '../support/pages/sign-in.ts'
import { addGauge, gaugePicture } from '../support/reader/rendered-meters.ts'
import { addReading } from '../support/server/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

interface Refusal {
  /** Runs in the page before its scripts. */
  refuse: () => void
  title: string
  /** Parts of the notice. */
  says: string[]
}

const noOffline = '電波のない所での作業はできません。'
const endsWithPage = 'ページを読み込み直すと、ログアウトします。'
const noPhotographs = {
  title: 'このウィンドウでは写真を端末に保存できません',
  says: ['撮影と、電波のない所での作業はできません。値と写真は、ホームの「データを追加」から送信できます。'],
}
const limited = { title: 'このウィンドウでは使えない機能があります', says: [noOffline] }

const refusals: Record<string, Refusal> = {
  'a database that may not be opened': {
    ...noPhotographs,
    refuse: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    },
  },
  'no database': {
    ...noPhotographs,
    refuse: () => {
      Object.defineProperty(window, 'indexedDB', { value: undefined })
    },
  },
  'no caches': {
    ...limited,
    refuse: () => {
      Reflect.deleteProperty(window, 'caches')
    },
  },
  'caches that reject every call': {
    ...limited,
    refuse: () => {
      const reject = async () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      Object.assign(CacheStorage.prototype, {
        open: reject,
        match: reject,
        has: reject,
        keys: reject,
        delete: reject,
      })
    },
  },
  'storage that may not be touched': {
    ...limited,
    says: [noOffline, endsWithPage],
    refuse: () => {
      const throwing = {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      }
      Object.defineProperties(window, { localStorage: throwing, sessionStorage: throwing })
    },
  },
  'storage that is full': {
    ...limited,
    says: [endsWithPage],
    refuse: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    },
  },
  'no locks': {
    ...limited,
    refuse: () => {
      Reflect.deleteProperty(Navigator.prototype, 'locks')
    },
  },
  'no channels': {
    ...limited,
    refuse: () => {
      const construct = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      window.BroadcastChannel = new Proxy(BroadcastChannel, { construct })
    },
  },
}

/** Opens the picker of the bottom bar and chooses the meter. */
async function openCapture(page: Page, meterName: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: '主な画面' })
  await bar.getByRole('button', { name: '撮影' }).click()
  const picker = page.getByRole('dialog', { name: '撮影するメーター' })
  await picker.getByRole('link').filter({ hasText: meterName }).first().click()
}

test.each(Object.entries(refusals))(
  'a person signs in, is told once what does not work, and signs out in a browser with %s',
  async (_, { refuse, title, says }) => {
    const user = await site.addUser()
    const page = await openBrowser(site.origin, { viewport: sizes.phone })
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.addInitScript(refuse)
    await page.goto('/')
    await signInScreen(page).signIn(user)
    await expect(homeScreen(page).chosenTab('点検データ')).toBeVisible()
    const notices = page.getByRole('alert').filter({ hasText: title })
    await expect(notices).toHaveCount(1)
    for (const part of says) await expect(notices).toContainText(part)
    await expect(page.getByText(/^未送信/)).toHaveCount(0)
    await notices.getByRole('button').click()
    await expect(notices).toHaveCount(0)
    await page.getByRole('navigation', { name: '主な画面' }).getByRole('link', { name: 'メーター' }).click()
    await expect(page.getByRole('heading', { name: 'メーター', exact: true })).toBeVisible()
    await expect(notices).toHaveCount(0)
    await shell(page).signOut(user)
    expect(logged.filter((text) => /database|undefined|BroadcastChannel/i.test(text))).toEqual([])
  },
)

test('with all cookies blocked, values are read, corrected and sent with a photograph, and the camera says why it cannot', async () => {
  const user = await site.addUser()
  const meter = await addGauge(site)
  const reading = await addReading(site.database, meter, { value: 0.42 })
  const { jpeg } = await gaugePicture(0.5)
  const phone = await openPhone(site.origin, { cookies: 'blocked', camera: jpeg })
  const page = await phone.open('/')
  await signInScreen(page).signIn(user)
  const notice = page.getByRole('alert').filter({ hasText: noPhotographs.title })
  await expect(notice).toContainText(endsWithPage)
  await notice.getByRole('button').click()

  const detail = readingDialog(page)
  await homeScreen(page).tile(reading.id).click()
  await detail.edit.click()
  await type(detail.input, '0.45')
  await detail.input.press('Enter')
  await expect(detail.value).toContainText('0.45')
  await detail.close.click()

  await openCapture(page, meter.name)
  await expect(
    page.getByText('このウィンドウでは写真を端末に保存できないため、撮影できません。'),
  ).toBeVisible()
  const { shutter, file } = captureScreen(page)
  await expect(page.locator('video')).toBeVisible()
  await expect(shutter).toBeDisabled()
  await expect(file).toBeDisabled()
  await page.getByRole('link', { name: 'データの画面を開く' }).click()

  const { entry, openEntry } = dataScreen(page)
  await openEntry()
  await expect(entry.meter).toHaveValue(new RegExp(meter.name))
  await type(entry.value, '0.5')
  await entry.file.setInputFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) })
  await expect(entry.preview).toBeVisible()
  await entry.submit.click()
  await expect(page.getByText('メーター値を登録しました')).toBeVisible()
  const [corrected, sent] = (await site.readings()).filter(({ meterId }) => meterId === meter.id)
  expect(corrected).toMatchObject({ id: reading.id, value: 0.45 })
  expect(sent).toMatchObject({ value: 0.5, source: 'entry' })
  expect(sent?.pictureSha256).not.toBeNull()

  await shell(page).signOut(user)
})
