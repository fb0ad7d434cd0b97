// Covers docs/requirements.md: 20, 326, 329, 338, 339, 363, 364, 366, 389

import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { deviceApiEndpoints } from '../../contract/device-api.ts'
import { devices } from '../../server/db/schema.ts'
import { checkSilence } from '../../server/jobs/minute-checks.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { type Served, serveApp } from '../support/browser/served.ts'
import { tabAndType, type } from '../support/browser/type.ts'
import { qrIn } from '../support/files/qr.ts'
import { deviceScreen, devicesScreen } from '../support/pages/devices.ts'
import { homeScreen } from '../support/pages/home.ts'
import { meterForm, meterScreen } from '../support/pages/meters.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addGauge, gaugePicture } from '../support/reader/rendered-meters.ts'
import { pictureHeaders } from '../support/server/device-calls.ts'
import { type SmtpInbox, startSmtpServer } from '../support/server/smtp.ts'

let site: Served
let inbox: SmtpInbox
beforeAll(async () => {
  inbox = await startSmtpServer()
  site = await serveApp({ beat: 500, settings: { SMTP_URL: inbox.url } })
  // The clock jumps: silence is checked for when the test says so.
  await site.deps.database.asSystem((tx) =>
    tx.execute(sql`delete from pgboss.schedule where name = 'silence'`),
  )
})
afterAll(async () => {
  await site.close()
  await inbox.close()
})

/** What a camera is set up with. */
interface Configuration {
  server_url: string
  serial_number: string
  access_hash: string
  api_key: { access_key: string; secret_key: string }
}

/** A picture as the camera sends it: over HTTP, with nothing but what its configuration file says. */
async function sendPicture(camera: Configuration, jpeg: Uint8Array, state: Record<string, string> = {}) {
  const { access_key, secret_key } = camera.api_key
  const answer = await fetch(new URL(deviceApiEndpoints.reportPicture.path, camera.server_url), {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`,
      'device-serial': camera.serial_number,
      ...pictureHeaders(jpeg, site.deps.clock()),
      ...state,
    },
    body: new Uint8Array(jpeg),
  })
  expect([answer.status, await answer.json()]).toMatchObject([201, { success: true }])
}

const deviceRow = (id: number) =>
  site.deps.database.asSystem(async (tx) => {
    const [row] = await tx.select().from(devices).where(sql`${devices.id} = ${id}`)
    if (row === undefined) throw new Error(`there is no device ${id}`)
    return row
  })

/** Until after the camera is awaited no longer, with servers running all the while. Returns the milliseconds. */
async function awaitInVain(id: number): Promise<number> {
  const { missedAt } = await deviceRow(id)
  if (missedAt === null) throw new Error('nothing is due')
  await site.deps.database.asSystem((tx) => tx.execute(sql`update silence_checks set at = ${missedAt}`))
  const jump = missedAt.getTime() + 1000 - site.deps.clock().getTime()
  site.advance(jump)
  await checkSilence(site.deps)
  return jump
}

test('a camera that an administrator registers reports with its file; its value is seen, its silence told, its return too', async () => {
  const { database } = site.deps
  const admin = await site.addUser({ role: role.admin })
  await database.asSystem((tx) =>
    tx.execute(sql`update memberships set is_alert_mail = true where user_id = ${admin.id}`),
  )
  const gauge = await addGauge({ database, organization: site.own }, { name: '給水ポンプ吐出圧' })

  const desktop = await openBrowser(site.origin, { expected: [{ status: 401, path: '/api/v1/' }] })
  await keepSignedIn(desktop, admin)
  await desktop.goto('/')
  await desktop.getByRole('link', { name: '端末', exact: true }).click()
  const list = devicesScreen(desktop)
  await list.add.click()
  await type(list.adding.name, 'ポンプ室カメラ')
  await tabAndType(list.adding.serialNumber, 'KS240077')
  await list.schedule.addTime('月曜', '9時', '30分')
  await type(list.adding.accessHash, 'kansatsu-77')
  await expectAccessible(desktop)
  await desktop.keyboard.press('Enter')
  await expect(list.adding.dialog).toHaveCount(0)
  await expect(list.row('ポンプ室カメラ')).toContainText('起動待ち')

  await list.action('ポンプ室カメラ', 'QRコード').click()
  const qr = list.qrDialog('ポンプ室カメラ')
  const proof = { server_url: site.origin, serial_number: 'KS240077', access_hash: 'kansatsu-77' }
  const withoutKey = { ...proof, api_key: null }
  await expect(qr.text).toHaveText(JSON.stringify(withoutKey))
  await qr.size.focus()
  await desktop.keyboard.press('End')
  await expect(qr.picture).toHaveAttribute('width', '500')
  expect(JSON.parse((await qrIn(await qr.picture.screenshot())).text)).toEqual(withoutKey)
  await expectAccessible(desktop)
  await desktop.keyboard.press('Escape')
  await expect(qr.dialog).toHaveCount(0)

  await list.detail('ポンプ室カメラ').click()
  const detail = deviceScreen(desktop)
  await expect(detail.heading('ポンプ室カメラ')).toBeVisible()
  await expect(detail.banner).toContainText('最初の通信を待っています')
  const connection = desktop.getByRole('region', { name: '接続' })
  await connection.getByRole('button', { name: 'キーを作成' }).click()
  await desktop.getByRole('dialog').getByRole('button', { name: '作成', exact: true }).click()
  await expect(connection.getByText('有効期限')).toBeVisible()
  await expectAccessible(desktop)
  await detail.edit.click()
  await expectAccessible(desktop)
  await desktop.getByRole('button', { name: 'キャンセル' }).click()
  const id = Number(/\d+$/.exec(new URL(desktop.url()).pathname)?.[0])
  await desktop.goBack()
  const saving = desktop.waitForEvent('download')
  await list.action('ポンプ室カメラ', '設定ファイル').click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`${site.own.code}-${id}.json`)
  const camera: Configuration = JSON.parse(await readFile(await saved.path(), 'utf8'))
  expect(camera).toEqual({
    ...proof,
    wifi: { ssid: '', password: '' },
    api_key: {
      access_key: expect.stringMatching(/^\w{20}$/),
      secret_key: expect.stringMatching(/^\w{40}$/),
    },
  })

  await desktop.goto(`/meters/${gauge.id}`)
  await meterScreen(desktop).edit.click()
  await meterForm(desktop).kind('カメラ').check()
  await meterForm(desktop).choose('端末', 'ポンプ室カメラ')
  await meterScreen(desktop).update.click()
  await expect(meterScreen(desktop).fact('測定端末')).toContainText('ポンプ室カメラ')

  await desktop.goto('/?period=week')
  const { tiles } = homeScreen(desktop)
  await expect(desktop.getByText('期間や絞り込みを変えるか、メーターを撮影してください。')).toBeVisible()
  await sendPicture(camera, (await gaugePicture(0.42)).jpeg, { battery: '5', dbm: '-61' })
  await expect(tiles).toHaveText([/給水ポンプ吐出圧/])
  await expect(tiles).toHaveText([/0\.4\d/])

  // From here on the screen stays open while the time passes. The date of answers does not, and is left out: the page
  // would correct its clock by it.
  await desktop.context().clock.install()
  const isAnswer = ({ pathname }: URL) => pathname.startsWith('/api/') && !pathname.endsWith('/events')
  await desktop.context().route(isAnswer, async (route) => {
    const response = await route.fetch()
    const { date: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await desktop.goto(`/devices/${id}`)
  await expect(detail.status).toHaveText('稼働中(BAT低)')
  await expect(detail.pictures).toHaveCount(1)
  const jump = await awaitInVain(id)
  await desktop.context().clock.fastForward(jump)
  await expect(detail.status).toHaveText('通信エラー')
  await expect(detail.banner).toContainText('電池切れの可能性があります（最後の残量 5 %）。')
  await expect(detail.banner).toContainText('電池を交換してください。')
  await expect(desktop.getByText('届いていない予定')).toBeVisible()
  await expectAccessible(desktop)
  // The low battery may have been mailed before.
  const find = () => inbox.received.find(({ subject }) => subject?.includes('通信エラー'))
  await expect.poll(find).toBeDefined()
  const mail = find()
  expect(mail?.to).toMatchObject([{ address: admin.email }])
  expect(mail?.subject).toBe('【検針】通信エラー: ポンプ室カメラ')
  expect(mail?.text).toContain('電池切れ（最後の報告では残量5%）')
  expect(mail?.text).toContain('給水ポンプ吐出圧')

  await sendPicture(camera, (await gaugePicture(0.62)).jpeg, { battery: '98', dbm: '-60' })
  await expect(detail.status).toHaveText('稼働中')
  await expect(detail.banner).toHaveCount(0)
  await expect(detail.pictures).toHaveCount(2)
  await expect(desktop.getByRole('list', { name: '最近の写真' })).toContainText(/0\.6\d/)
})
