// Covers docs/requirements.md: 1038, 1039, 1040, 1041, 1042, 1043, 1044, 1052, 1058, 1059, 1061, 1069

import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addAlert, addAlertRule, addGroup, addMeter, addReading } from '../support/server/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const hour = 3_600_000
/** Readings of two days, the last one an hour ago: they pass 0.5 four times, and fall to 0.475 in between. */
const values = Array.from({ length: 48 }, (_, index) =>
  index % 12 < 2 ? 0.52 : index % 12 < 4 ? 0.475 : 0.49,
)

test('an administrator writes a rule for pressure gauges by keys, widens its dead band, saves, switches off and deletes it', async () => {
  const { database, organization } = site
  const group = await addGroup(database, organization.id, { name: '圧力計' })
  const gauge = { meterGroupId: group.id, decimalPoint: 3, startValue: 0, endValue: 1 }
  const meter = await addMeter(database, organization.id, { ...gauge, name: '冷却水往き圧' })
  await addMeter(database, organization.id, { ...gauge, name: '冷却水還り圧' })
  const begin = Date.now() - values.length * hour
  for (const [index, value] of values.entries())
    await addReading(database, meter, { value, source: 'camera', createdAt: new Date(begin + index * hour) })
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser({ role: role.admin }))
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  /** Tabs until this has the focus. */
  const reach = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      await keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
      if (focused === name) return
    }
    throw new Error(`no press of Tab leads to ${name}`)
  }

  await page.goto('/alert-rules')
  await expect(page.getByText(/^アラートルールはまだありません。/)).toBeVisible()
  await page.getByRole('button', { name: 'アラートルールを追加' }).focus()
  await keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: '対象の種類' })).toBeFocused()
  await reach('メーターグループ')
  await keyboard.type('圧力')
  await keyboard.press('Enter')
  await expect(dialog).toContainText('メーター2件を見張ります')
  await reach('警報の値')
  await keyboard.type('0.5')
  await reach('アラートを開くまでの回数')
  await keyboard.type('2')
  await expect(dialog).toContainText('このルールで開くアラート 4件（警報4件')
  await reach('不感帯を広げる')
  await keyboard.press('Enter')
  await expect(dialog).toContainText('このルールで開くアラート 1件（警報1件')
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expect(dialog.getByRole('application')).toBeVisible()
    await expectAccessible(page)
  }
  await page.setViewportSize(sizes.desktop)
  await dialog.getByRole('textbox', { name: 'ルール名' }).focus()
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /^圧力計 上下限/ })
  await expect(row).toContainText('圧力計が0.5 MPaを超え、2回続いたら警報。0.47 MPa以下に戻ったら解消。')

  await page.getByRole('switch', { name: '圧力計 上下限を有効にする' }).focus()
  await keyboard.press('Space')
  await expect(row.getByText('無効')).toBeVisible()
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expect(page.getByText(/2回続いたら警報/)).toBeVisible()
    await expectAccessible(page)
  }
  await page.setViewportSize(sizes.desktop)
  await page.reload()
  await expect(row.getByText('無効')).toBeVisible()
  await page.getByRole('button', { name: '圧力計 上下限を削除' }).focus()
  await keyboard.press('Enter')
  await expect(dialog).toContainText('アラートルール「圧力計 上下限」を削除します。')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: '削除', exact: true }).focus()
  await keyboard.press('Enter')
  await expect(page.getByText(/^アラートルールはまだありません。/)).toBeVisible()
})

test('a general user finds the rules by the search and reads them', async () => {
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser())
  await page.goto('/')
  await page.getByRole('button', { name: /^検索/ }).click()
  await type(page.getByRole('combobox', { name: '検索' }), '不感帯')
  await page.getByRole('option', { name: 'アラートルール', exact: true }).click()
  await expect(page).toHaveURL(/\/alert-rules/)
  await expect(page.getByText('管理者が登録します。', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'アラートルールを追加' })).toBeHidden()
})

test('an administrator sees that a range rings too often, and saves the rule that is proposed for it', async () => {
  const { database, organization } = site
  const range = { startValue: 0, endValue: 1, emergencyStartValue: 0, emergencyEndValue: 0.5 }
  const meter = await addMeter(database, organization.id, { ...range, name: '蒸気圧', decimalPoint: 2 })
  for (let days = 1; days <= 4; days++)
    for (const [index, value] of [0.52, 0.495, 0.52, 0.495, 0.52, 0.495, 0.52, 0.495, 0.4].entries()) {
      const createdAt = new Date(Date.now() - days * 24 * hour + index * 600_000)
      const reading = await addReading(database, meter, { value, source: 'camera', createdAt })
      if (value !== 0.52) continue
      const ended = { isAlert: false, endReason: 'value', updatedAt: createdAt } as const
      await addAlert(database, reading, { ...ended, emergencyStartValue: 0, emergencyEndValue: 0.5 })
    }
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser({ role: role.admin }))
  await page.goto('/alert-rules')
  await page.getByRole('tab', { name: '通知の多いルール' }).click()
  const row = page.getByRole('listitem').filter({ hasText: '提案：' })
  await expect(row).toContainText('過去90日の試算で上限を超えたアラートは16件 → 4件')
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expect(row).toBeVisible()
    await expectAccessible(page)
  }
  await page.setViewportSize(sizes.desktop)
  await page.getByRole('button', { name: '蒸気圧を、この案で登録' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('このルールで開くアラート 4件')
  await dialog.getByRole('textbox', { name: 'ルール名' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('tab', { name: 'ルール', exact: true }).click()
  await expect(page.getByRole('row', { name: /^蒸気圧 上下限/ })).toBeVisible()
})

test('an administrator makes a notification group, tries it, and has a rule notify it', async () => {
  const { database, organization } = site
  const colleague = await site.addUser()
  const rule = await addAlertRule(database, await addMeter(database, organization.id, { name: '受水槽' }))
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser({ role: role.admin }))
  const dialog = page.getByRole('dialog')
  await page.goto('/alert-rules')
  await page.getByRole('tab', { name: '通知先グループ' }).click()
  await page.getByRole('button', { name: '通知先グループを追加' }).click()
  await type(dialog.getByRole('textbox', { name: '通知先グループ名' }), '設備班')
  await type(dialog.getByRole('combobox', { name: 'メンバー' }), colleague.username)
  await expect(page.getByRole('option', { name: colleague.username })).toBeVisible()
  await page.keyboard.press('Enter')
  // Closes the list.
  await dialog.getByRole('textbox', { name: '通知先グループ名' }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '登録' }).click()
  await expect(page.getByRole('row', { name: /^設備班/ })).toContainText(`1人（${colleague.username}）`)
  await page.getByRole('button', { name: '設備班へ試し送信' }).click()
  await dialog.getByRole('button', { name: '試し送信' }).click()
  await expect(dialog.getByRole('listitem')).toContainText(`${colleague.username} 届きません`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '閉じる' }).last().click()
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expect(page.getByText(/だれにも届きません。/)).toBeVisible()
    await expectAccessible(page)
  }
  await page.setViewportSize(sizes.desktop)
  await page.getByRole('tab', { name: 'ルール', exact: true }).click()
  await page.getByRole('button', { name: `${rule.name}を編集` }).click()
  await dialog.getByRole('combobox', { name: '通知先' }).selectOption('設備班へ')
  await dialog.getByRole('button', { name: '更新' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`^${rule.name}`) })).toContainText(
    '「設備班」へ知らせる。',
  )
})
