import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { faces, photograph, plain } from '../../faces/index.ts'
import { pictureSizes } from '../../src/features/help/topic.ts'
import { chromiumFlags, chromiumPath } from '../../tests/support/browser/chromium.ts'
import { keepSignedIn } from '../../tests/support/pages/sign-in.ts'
import type { FirstSignIn } from '../demo.ts'

type Keep = (name: string, png: Buffer) => Promise<void>
type Shoot = (page: Page, name: string) => Promise<void>

/** What the fake camera sees: the meter of the round that is left in every week of the demonstration. */
const photographed = { key: 'fuel-oil', value: 76 }
const round = '週次点検'

/** Runs in the page: what is in sight is shown, nothing is loading. Other pictures load when they are scrolled to. */
const isSettled = `[...document.images].every((image) =>
    image.complete || image.getBoundingClientRect().top > innerHeight) &&
  ![...document.querySelectorAll('.mantine-Skeleton-root, .mantine-Loader-root')].some((each) =>
    each.checkVisibility() && each.getBoundingClientRect().top < innerHeight)`

const shoot =
  (keep: Keep): Shoot =>
  async (page, name) => {
    await page.waitForFunction(isSettled)
    await page.evaluate('document.fonts.ready.then(() => new Promise(requestIdleCallback))')
    await keep(name, await page.screenshot())
  }

/** Photographs every screen that a topic of ヘルプ names. */
export async function photographScreens(origin: string, signIn: FirstSignIn, keep: Keep): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kenshin-help-camera-'))
  const film = join(folder, 'camera.mjpeg')
  const face = faces.find(({ key }) => key === photographed.key)
  if (face === undefined) throw new Error(`there is no face ${photographed.key}`)
  const { jpeg } = await photograph(face, photographed.value, { ...plain, noise: 1.5 })
  await writeFile(film, Buffer.concat([jpeg, jpeg]))
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...chromiumFlags,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  const open = async (size: keyof typeof pictureSizes, work: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({
      baseURL: origin,
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      viewport: pictureSizes[size],
      hasTouch: size !== 'desktop',
      isMobile: size === 'phone',
      reducedMotion: 'reduce',
      permissions: ['camera', 'notifications'],
      // The console's policy forbids evaluating what Playwright polls.
      bypassCSP: true,
    })
    context.setDefaultTimeout(60_000)
    const page = await signedIn(context, signIn)
    await work(page)
    await context.close()
  }
  try {
    await open('desktop', (page) => photographOffice(page, shoot(keep)))
    await open('tablet', (page) => photographSupervision(page, shoot(keep)))
    await open('phone', (page) => photographInspection(page, shoot(keep)))
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function signedIn(context: BrowserContext, { organization_code, username, password }: FirstSignIn) {
  const page = await context.newPage()
  await keepSignedIn(page, { organizationCode: organization_code, username, password })
  return page
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first()

async function photographOffice(page: Page, take: Shoot) {
  await page.goto('/usage?view=year')
  await page.getByRole('table').getByRole('row').nth(3).waitFor()
  await take(page, 'usage')
  await page.goto('/closings')
  await page.getByRole('table').getByRole('row').nth(3).waitFor()
  await take(page, 'closing')
  await page.goto('/import')
  await button(page, 'ファイルを選ぶ').waitFor()
  await take(page, 'import')
  await page.goto('/groups')
  await page.getByRole('link', { name: `${round}の測定値をまとめて入力` }).click()
  await page
    .getByRole('textbox', { name: /の測定値$/ })
    .first()
    .waitFor()
  await take(page, 'paper')
  await page.goto('/meters')
  await button(page, 'メーターを追加').click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'メーター名' }).waitFor()
  await take(page, 'meters')
  await page.goto('/meters/labels')
  await button(page, '印刷').waitFor()
  await take(page, 'labels')
  await page.goto('/users')
  await page.getByRole('table').getByRole('row').nth(2).waitFor()
  await take(page, 'users')
  await page.goto('/meters')
  await page.getByRole('table').getByRole('row').nth(3).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '検索' }).pressSequentially('ポンプ')
  await page.getByRole('listbox', { name: '候補' }).getByRole('option').nth(1).waitFor()
  await take(page, 'search')
}

async function photographSupervision(page: Page, take: Shoot) {
  await page.goto('/alerts')
  const detail = page.getByRole('button', { name: /^1号給水ポンプ.*データ確認$/ })
  await detail.waitFor()
  await take(page, 'alerts')
  await detail.click()
  await page.getByRole('dialog').getByText('異常範囲', { exact: true }).first().waitFor()
  await take(page, 'alert')
  await page.goto('/meters')
  await page
    .getByRole('link', { name: /給水ポンプ/ })
    .first()
    .click()
  await page.waitForURL(/\/meters\/\d+/)
  const id = /\d+$/.exec(new URL(page.url()).pathname)?.[0]
  await button(page, '編集').click()
  await page.getByRole('switch', { name: '異常範囲を設定する' }).scrollIntoViewIfNeeded()
  await take(page, 'ranges')
  await page.goto('/devices')
  await page
    .getByRole('link', { name: /^SIMカメラ/ })
    .filter({ visible: true })
    .first()
    .waitFor()
  await take(page, 'devices')
  await page.goto(`/data/${id}`)
  await page.getByRole('application').locator('svg').first().waitFor()
  await take(page, 'graph')
}

async function photographInspection(page: Page, take: Shoot) {
  await page.goto('/alerts')
  await button(page, '通知の設定').click()
  await page.getByRole('dialog').getByRole('switch', { name: 'このブラウザに通知する' }).waitFor()
  await take(page, 'notifications')
  await page.goto('/')
  await button(page, '撮影').click()
  await page.getByRole('link', { name: `${round}の一覧` }).click()
  await page.getByRole('list', { name: '点検するメーター' }).getByRole('listitem').first().waitFor()
  await take(page, 'walk')
  await button(page, '持ち出し').click()
  await page.getByText(/^持ち出し済/).waitFor()
  await take(page, 'prepared')
  await page.getByRole('link', { name: /^巡回を(?:始める|続ける)/ }).click()
  const shutter = page.getByRole('main').getByRole('button', { name: '撮影', exact: true })
  await page.locator('main button:enabled', { hasText: /^撮影$/ }).waitFor()
  await take(page, 'capture')
  await button(page, 'スキップ').click()
  await page.getByRole('dialog').getByText('停止中').waitFor()
  await take(page, 'skip')
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).click()
  await button(page, '値だけ入力').click()
  await button(page, /値で確定$/).waitFor()
  await take(page, 'value-only')
  await page.getByRole('main').locator('form').getByRole('button', { name: '戻る' }).click()
  await shutter.click()
  await button(page, 'この値で確定').waitFor()
  await take(page, 'proposal')
  await button(page, '修正').click()
  await button(page, 'テンキー').waitFor()
  await take(page, 'correct')
  await page.getByRole('main').locator('form').getByRole('button', { name: '戻る' }).click()
  await page.context().setOffline(true)
  await button(page, 'この値で確定').click()
  await page.getByRole('status').filter({ hasText: 'で確定しました' }).waitFor()
  await take(page, 'unsent')
}
