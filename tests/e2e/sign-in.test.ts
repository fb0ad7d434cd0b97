// Covers docs/requirements.md: 1, 12, 28, 29, 31, 32, 33, 164, 165, 166, 168, 169, 224, 249, 255, 278

import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { cachesOf, captureQueries, waitForOfflineData } from '../support/pages/device.ts'
import { homeScreen } from '../support/pages/home.ts'
import { metersScreen } from '../support/pages/meters.ts'
import { shell } from '../support/pages/shell.ts'
import { keepSignedIn, signIn, signInScreen } from '../support/pages/sign-in.ts'
import { buildMembership, buildOrganization } from '../support/server/accounts.ts'
import { addMeter, addReading } from '../support/server/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const refused = [{ status: 401, path: '/api/v1/login' }]

test('a wrong password is refused in words, and the right one leads to the screen that was wanted', async () => {
  const user = await site.addUser()
  const page = await openBrowser(site.origin, { viewport: sizes.phone, expected: refused })
  await page.goto('/meters?text=pump')
  const screen = signInScreen(page)
  await expect(screen.heading).toBeVisible()
  await screen.enter({ ...user, password: 'Wrong-2026!' })
  await screen.submit()
  const failure = page.getByRole('alert').filter({ hasText: 'ログインに失敗しました' })
  await expect(failure).toBeVisible()
  // What it says can be checked at once: it covers neither the title nor a field.
  const between = async () => {
    const [above, below] = [await failure.boundingBox(), await screen.heading.boundingBox()]
    return (below?.y ?? Number.NaN) - (above?.y ?? Number.NaN) - (above?.height ?? Number.NaN)
  }
  await expect.poll(between).toBeGreaterThanOrEqual(0)
  await screen.enter(user)
  await screen.submit()
  await expect(metersScreen(page).heading).toBeVisible()
  await expect(page).toHaveURL(`${site.origin}/meters?text=pump`)
})

test('a remembered session outlives a reload; signing out leaves nothing on the device but the organization code', async () => {
  const user = await site.addUser()
  const page = await openBrowser(site.origin, { serviceWorkers: 'allow' })
  // As a Japanese keyboard types it.
  const fullWidth = user.organizationCode.replace(/[!-~]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
  )
  await signIn(page, { ...user, organizationCode: fullWidth })
  await waitForOfflineData(page, captureQueries)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(
    expect.arrayContaining(['accessKey', 'passwordKey', 'refreshKey', 'organizationName']),
  )
  await page.reload()
  await expect(homeScreen(page).heading).toBeVisible()

  await shell(page).signOut(user)
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
    organizationCode: user.organizationCode,
  })
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('tabRefresh')
  expect(await cachesOf(page)).toEqual({ queries: 0, session: 0, pictures: 0 })
  await page.goto('/meters')
  await expect(signInScreen(page).heading).toBeVisible()
  await expect(page.getByLabel('組織コード')).toHaveValue(user.organizationCode)
  await expect(page.getByLabel('ユーザー名またはメールアドレス')).toHaveValue('')
})

test('who is remembered goes on in another organization, with its readings and none of the first', async () => {
  const { user, second } = await memberOfTwo('第二工場株式会社')
  // Requests in flight with the replaced key.
  const page = await openBrowser(site.origin, { expected: [{ status: 401, path: '/api/v1/' }] })
  await keepSignedIn(page, user)
  await page.goto('/')
  const { tiles } = homeScreen(page)
  await expect(tiles).toHaveText([/本社の圧力計/])
  await shell(page).choose(user, second.name)
  await expect(tiles).toHaveText([/第二工場株式会社の圧力計/])
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(page.getByRole('banner')).toContainText(second.name)
  await expect(page.getByRole('banner')).toContainText('一般ユーザー')
  expect(await page.evaluate(() => localStorage.getItem('organizationName'))).toBe(second.name)

  await page.reload()
  await expect(tiles).toHaveText([/第二工場株式会社の圧力計/])
  await shell(page).choose(user, site.organization.name)
  await expect(tiles).toHaveText([/本社の圧力計/])
})

test('who is not remembered switches where they signed in; another tab says why it cannot, and signs out', async () => {
  const { user, second } = await memberOfTwo('第三工場株式会社')
  // Requests in flight when the other tab signed out.
  const page = await openBrowser(site.origin, { expected: [{ status: 401, path: '/api/v1/' }] })
  await page.goto('/')
  await signInScreen(page).signIn(user, { remember: false })
  expect(await page.evaluate(() => localStorage.getItem('refreshKey'))).toBeNull()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toContain('tabRefresh')
  await shell(page).choose(user, second.name)
  await expect(homeScreen(page).tiles).toHaveText([/第三工場株式会社の圧力計/])

  const other = await page.context().newPage()
  await other.goto('/')
  await shell(other).choose(user, site.organization.name)
  const screen = signInScreen(other)
  await expect(screen.heading).toBeVisible()
  await expect(other.getByText('「ログイン状態を保持する」にチェックがなかったため')).toBeVisible()
  expect(await other.evaluate(() => Object.keys(localStorage))).toEqual(['organizationCode'])
  await expect(signInScreen(page).heading).toBeVisible()
  await screen.signIn(user)
  await expect(homeScreen(other).tiles).toHaveText([/本社の圧力計/])
})

test('an address that does not exist says so, signed in or not', async () => {
  const user = await site.addUser()
  const page = await openBrowser(site.origin)
  const missing = page.getByRole('heading', { name: 'ページが見つかりません' })
  await page.goto('/no-such-screen')
  await expect(missing).toBeVisible()
  await keepSignedIn(page, user)
  for (const path of ['/no-such-screen', '/meters/3/more', '/Meters']) {
    await page.goto(path)
    await expect(missing).toBeVisible()
  }
  await page.getByRole('link', { name: 'ホームへ' }).click()
  await expect(homeScreen(page).heading).toBeVisible()
})

/** A user of two organizations, each with a meter read today. */
async function memberOfTwo(name: string) {
  const { database, organization } = site
  const user = await site.addUser()
  const second = await buildOrganization(database, { name })
  await buildMembership(database, user, second)
  await addReading(database, await addMeter(database, second.id, { name: `${name}の圧力計` }))
  headquarters ??= addMeter(database, organization.id, { name: '本社の圧力計' }).then((meter) =>
    addReading(database, meter),
  )
  await headquarters
  return { user, second }
}
let headquarters: Promise<unknown> | undefined
