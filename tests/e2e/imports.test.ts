// Covers docs/requirements.md: 963

import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, test, expect as value } from 'vitest'
import { meters } from '../../server/db/schema.ts'
import { encodeCp932 } from '../../src/lib/files/cp932.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** Tabs on to a control, at most around a screen. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeEnabled()
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < 200 && !(await isFocused()); tabs++) await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

/** A ledger as an office keeps it. */
const ledger = [
  'メーター台帳（令和８年１１月現在）,,,,,',
  '',
  '番号,計器名称,仕様,,,検定',
  ',,種別,単位,桁数,満期',
  'Ｗ－００１,１階 受水槽,カウンター,m3,６桁,R9.3.31',
  'Ｗ－００２,２階 給水,カウンター,m3,６桁,令和10年4月1日',
  ',,,,,',
  'Ｗ－００３,屋上 高架水槽,カウンター,m3,８桁,R元.12.1',
  '合計,3台,,,,',
]

test('a CP932 ledger is imported, undone and imported again with keys only', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.desktop })
  await keepSignedIn(page, await site.addUser())
  const stored = async () => {
    const rows = await site.database.asSystem((tx) =>
      tx.select().from(meters).where(eq(meters.organizationId, site.organization.id)).orderBy(meters.code),
    )
    return rows.map((row) => [row.code, row.name, row.digitNumber, row.verificationExpiresOn])
  }
  const expected = [
    ['W-001', '１階 受水槽', 6, '2027-03-31'],
    ['W-002', '２階 給水', 6, '2028-04-01'],
    ['W-003', '屋上 高架水槽', 8, '2019-12-01'],
  ]
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  // Listening all the time: for a listener that is added just before, the browser may open its own dialog.
  page.on('filechooser', async (chooser) => {
    const buffer = Buffer.from(encodeCp932(ledger.join('\r\n')))
    await chooser.setFiles({ name: '台帳.csv', mimeType: 'text/csv', buffer })
  })
  await page.goto('/import')
  await press(page, button('ファイルを選ぶ'))
  await expect(page.getByText('合計や繰り返しの見出しとして除いた行: 9行目')).toBeVisible()
  await press(page, button('似た名前のものとする'))
  await press(page, button('単位を除いて読む'))
  await press(page, button('3件を取り込む'))
  await expect(page.getByRole('status').filter({ hasText: '新規3件' })).toBeVisible()
  value(await stored()).toEqual(expected)

  await press(page, button('元に戻す'))
  await press(page, page.getByRole('dialog').getByRole('button', { name: '元に戻す' }))
  await expect(page.getByRole('status').filter({ hasText: '3件を元に戻しました' })).toBeVisible()
  value(await stored()).toEqual([])

  await press(page, button('取り込みの一覧へ'))
  await press(page, button('ファイルを選ぶ'))
  // The repairs are of one table only, its columns are remembered.
  await expect(page.getByText('前回と同じ列の対応で読んでいます')).toBeVisible()
  await press(page, button('似た名前のものとする'))
  await press(page, button('単位を除いて読む'))
  await press(page, button('3件を取り込む'))
  await press(page, page.getByRole('link', { name: 'メーター一覧を見る' }))
  await expect(page.getByText('屋上 高架水槽')).toBeVisible()
  value(await stored()).toEqual(expected)
})
