// Covers docs/requirements.md: 443, 448, 452

import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { homeScreen } from '../support/pages/home.ts'
import { keepSignedIn, signIn } from '../support/pages/sign-in.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('a system administrator makes a plan, an organization and its first administrator, opens its camera, initialises its data', async () => {
  const system = await site.addUser({ role: role.system })
  const systemPage = await openBrowser(site.origin)
  await keepSignedIn(systemPage, system)
  await systemPage.goto('/organizations')
  const dialog = systemPage.getByRole('dialog')

  await systemPage.getByRole('tab', { name: 'プラン一覧' }).click()
  await systemPage.getByRole('button', { name: 'プランを追加' }).click()
  await type(dialog.getByRole('textbox', { name: /^プラン名/ }), '水道')
  await dialog.getByRole('combobox', { name: /^種類/ }).selectOption('Basic')
  for (const name of [/^AI上限/, /^AI-FREE上限/, /^MOBILE上限/])
    await type(dialog.getByRole('textbox', { name }), '5')
  await systemPage.keyboard.press('Enter')
  await expect(systemPage.getByText('プランを登録しました')).toBeVisible()

  await systemPage.getByRole('tab', { name: '組織一覧' }).click()
  await systemPage.getByRole('button', { name: '組織を追加' }).click()
  await type(dialog.getByRole('textbox', { name: /^組織名/ }), 'Mizu')
  await dialog.getByRole('combobox', { name: /^プラン/ }).click()
  await systemPage.keyboard.type('水道')
  const plan = systemPage.getByRole('option', { name: /水道/ })
  await expect(plan).toHaveAttribute('data-combobox-selected')
  await systemPage.keyboard.press('Enter')
  const first = { ...system, organizationCode: 'mizu', username: 'hanako', password: 'Kenshin-2027!' }
  await type(dialog.getByRole('textbox', { name: '初期ユーザー名' }), first.username)
  await type(dialog.getByRole('textbox', { name: '初期ユーザーのメールアドレス' }), 'hanako@example.jp')
  await type(dialog.getByRole('textbox', { name: '初期ユーザーのパスワード' }), first.password)
  await expectAccessible(systemPage)
  await systemPage.keyboard.press('Enter')
  await expect(systemPage.getByText('組織「Mizu」を登録しました（組織コード mizu）')).toBeVisible()

  const page = await openBrowser(site.origin)
  await signIn(page, first)
  await expect(homeScreen(page).heading).toBeVisible()

  await systemPage.getByRole('button', { name: 'Mizuを編集' }).click()
  await dialog.getByRole('switch', { name: /^デモ/ }).click()
  await dialog.getByRole('button', { name: '更新' }).click()
  await expect(systemPage.getByText('組織「Mizu」を更新しました')).toBeVisible()
  await systemPage.getByRole('button', { name: 'Mizuを編集' }).click()
  await systemPage.getByRole('button', { name: 'データ初期化' }).click()
  await systemPage.getByRole('button', { name: '初期化', exact: true }).click()
  await expect(systemPage.getByText(/^前回の初期化は/)).toBeVisible()
  await expectAccessible(systemPage)
  await dialog.getByRole('button', { name: 'キャンセル' }).click()

  await systemPage.getByRole('link', { name: 'Mizu' }).click()
  await expect(systemPage.getByRole('list', { name: '操作履歴' }).getByText('データ初期化')).toBeVisible()
  await systemPage.getByRole('button', { name: '端末を追加' }).click()
  await type(dialog.getByRole('textbox', { name: '端末名' }), '受水槽のカメラ')
  await type(dialog.getByRole('textbox', { name: 'シリアル番号' }), 'KS-1')
  await systemPage.keyboard.press('Enter')
  await systemPage.getByRole('button', { name: '受水槽のカメラ', exact: true }).click()
  await systemPage.getByRole('button', { name: '切り替えて開く' }).click()
  await expect(systemPage.getByRole('heading', { name: '受水槽のカメラ' })).toBeVisible()
  await expect(systemPage).toHaveURL(/\/devices\/\d+($|\?)/)

  const { id } = site.organization
  await systemPage.goto(`/organizations/${id}?tab=error`)
  await systemPage.getByRole('button', { name: '開始日', exact: true }).click()
  await systemPage.locator('[aria-current=date]').click()
  await expect(systemPage.getByRole('tab', { name: 'エラー' })).toHaveAttribute('aria-selected', 'true')
  await expect(systemPage).toHaveURL(/from=.*tab=error|tab=error.*from=/)

  await systemPage.goto('/masters')
  await systemPage.getByRole('tab', { name: '単位' }).click()
  await systemPage.getByRole('button', { name: '単位を追加' }).click()
  await type(dialog.getByRole('textbox', { name: /^単位名/ }), 'm³/日')
  await systemPage.keyboard.press('Enter')
  await systemPage.getByRole('button', { name: 'm³/日を編集' }).click()
  await dialog.getByRole('combobox', { name: /^状態/ }).selectOption('無効')
  await dialog.getByRole('button', { name: '更新' }).click()
  await expect(
    systemPage.getByRole('row', { name: /m³\/日/ }).getByText('無効', { exact: true }),
  ).toBeVisible()
})
