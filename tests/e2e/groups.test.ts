// Covers docs/requirements.md: 8, 21, 127, 129, 130, 131, 185, 209, 211, 212, 620

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { groups } from '../../server/db/schema.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { groupsScreen } from '../support/pages/groups.ts'
import { meterForm, meterScreen, metersScreen } from '../support/pages/meters.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addGroup, addInspection, addMeter } from '../support/server/builders.ts'
import { callerOf } from '../support/server/http.ts'

let site: Site
let user: TestUser
beforeAll(async () => {
  site = await openSite()
  user = await site.addUser()
  const { database, organization } = site
  await addInspection(database, organization.id, { name: '朝の巡回' })
  await addGroup(database, organization.id, { name: '給水設備', description: '受水槽とポンプ' })
  await addGroup(database, organization.id, { name: '空調設備', description: '冷凍機' })
})
afterAll(() => site.close())

test('an inspection group is added, renamed and given a contact; a name must be there and be its own', async () => {
  const page = await openBrowser(site.origin, {
    expected: [{ status: 400, path: '/api/v1/inspection' }],
    news: 'silent',
  })
  await keepSignedIn(page, user)
  await page.goto('/')
  await page.getByRole('link', { name: 'グループ' }).click()
  const screen = groupsScreen(page)
  await expect(screen.rows).toHaveCount(1)
  await screen.add('点検グループ').click()
  await screen.save.click()
  await expect(screen.dialog).toContainText('点検グループ名を入力してください')
  await type(screen.name, '朝の巡回')
  await screen.save.click()
  await expect(screen.dialog).toContainText('同じ名前の点検グループがあります')
  await type(screen.name, '夜の巡回')
  // Rows added by others appear when the list reloads.
  await addInspection(site.database, site.organization.id, { name: '昼の巡回' })
  await page.keyboard.press('Enter')
  await expect(screen.dialog).toHaveCount(0)
  await expect(screen.rows).toHaveCount(3)

  await screen.edit('夜の巡回').click()
  await type(screen.name, '夜間巡回')
  await type(screen.contact, '設備課 03-1234-5678')
  await screen.save.click()
  await expect(screen.edit('夜間巡回')).toBeVisible()
  await expect(screen.rows).toHaveCount(3)
  const call = screen.rows.filter({ hasText: '夜間巡回' }).getByRole('link', { name: '03-1234-5678' })
  await expect(call).toHaveAttribute('href', 'tel:0312345678')
})

test('a group that one adds another puts a meter into at once; nobody deletes one, by hand or by call', async () => {
  const valve = await addMeter(site.database, site.organization.id, { name: '減圧弁 二次側' })
  const phone = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(phone, user)
  await phone.goto('/groups')
  await groupsScreen(phone).tab('メーターグループ').click()
  const supervisor = await site.addUser({ role: role.admin })
  const desktop = await openBrowser(site.origin)
  await keepSignedIn(desktop, supervisor)
  await desktop.goto('/groups')
  const screen = groupsScreen(desktop)
  await screen.tab('メーターグループ').click()
  await screen.add('メーターグループ').click()
  await type(screen.name, '減圧設備')
  await screen.save.click()
  await expect(groupsScreen(phone).cards.filter({ hasText: '減圧設備' })).toHaveCount(1)

  await phone.goto(`/meters/${valve.id}`)
  await meterScreen(phone).edit.click()
  await meterForm(phone).choose('メーターグループ', '減圧設備')
  await meterScreen(phone).update.click()
  await expect(meterScreen(phone).fact('メーターグループ')).toContainText('減圧設備')
  await desktop.goto('/meters')
  await expect(metersScreen(desktop).row(valve.name)).toContainText('減圧設備')
  const [row] = await site.database.asSystem((tx) =>
    tx.select().from(groups).where(eq(groups.name, '減圧設備')),
  )
  expect(row).toMatchObject({ description: '', organizationId: site.organization.id })

  await desktop.goto('/groups')
  await screen.edit('減圧設備').click()
  await expect(screen.save).toBeVisible()
  await expect(desktop.getByRole('button', { name: /削除/ })).toHaveCount(0)
  for (const person of [user, supervisor, await site.addUser({ role: role.system })]) {
    const { ask } = await callerOf(site.origin, person)
    expect((await ask('DELETE', `/api/v1/meters-group/${row?.id}`)).status).toBe(404)
  }
})
