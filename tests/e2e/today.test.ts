// Covers docs/requirements.md: 895, 901, 902

import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { homeScreen } from '../support/pages/home.ts'
import { shell } from '../support/pages/shell.ts'
import { signIn, signInScreen } from '../support/pages/sign-in.ts'
import { addAlert, addCycle, addMeter, addReading } from '../support/server/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('a supervisor chooses 今日 as the first screen; its numbers are those of the lists and change by themselves', async () => {
  const { database, organization } = site
  const addCounter = (name: string) =>
    addMeter(database, organization.id, { name, meterCategoryId: 4, digitNumber: 5 })
  const [supply, power, light] = [
    await addCounter('受電'),
    await addCounter('動力'),
    await addCounter('照明'),
  ]
  const addAlertOf = async (meter: typeof supply) =>
    addAlert(database, await addReading(database, meter, { value: null, isAbnormal: true }))
  await addAlertOf(supply)
  await addAlertOf(power)
  await addCycle(database, organization.id, [supply.id, power.id, light.id], { name: '電気' })
  const supervisor = await site.addUser({ role: role.admin })
  const page = await openBrowser(site.origin, { viewport: sizes.tablet })
  const today = page.getByRole('heading', { level: 1, name: '今日' })
  await signIn(page, supervisor)
  await page.getByRole('button', { name: 'はい', exact: true }).click()
  await expect(page.getByText('今日の画面を最初に開きますか')).toHaveCount(0)
  await shell(page).signOut(supervisor)
  await signInScreen(page).signIn(supervisor)
  await expect(today).toBeVisible()
  await expectAccessible(page)

  const alerts = (count: number) => page.getByRole('link', { name: `発生中のアラート ${count}件` })
  await expect(alerts(2)).toBeVisible()
  await addAlertOf(light)
  await alerts(3).click()
  await expect(page.getByRole('tab', { name: /^発生中/ })).toHaveText('発生中3')
  await page.goBack()
  await page.getByRole('link', { name: '未検針 3' }).first().click()
  await expect(page.getByRole('button', { name: '未検針 3', pressed: true })).toBeVisible()

  await page.getByRole('link', { name: 'ホーム', exact: true }).click()
  await expect(homeScreen(page).heading).toBeVisible()
  await page.goto('/')
  await expect(today).toBeVisible()
})
