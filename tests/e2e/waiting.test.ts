import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, test } from 'vitest'
import { readState } from '../../contract/values/abnormal.ts'
import { meters, readings } from '../../server/db/schema.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { assistDialog } from '../support/pages/assist.ts'
import { meterScreen } from '../support/pages/meters.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { gaugePicture } from '../support/reader/rendered-meters.ts'
import { addMeter } from '../support/server/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test.each(Object.entries(sizes))(
  'on a %s one press makes a waiting picture the meter’s and opens the dialog that is missing',
  async (size, viewport) => {
    const { database, organization } = site
    const name = `第二ポンプ室 吐出圧力 ${size}`
    const meter = await addMeter(database, organization.id, { name, decimalPoint: 2, settings: null })
    const page = await openBrowser(site.origin, { viewport })
    await keepSignedIn(page, await site.addUser())
    await page.goto('/')
    const { jpeg } = await gaugePicture(0.4)
    const id = await page.evaluate(
      async (body) => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('accessKey')}`,
          'content-type': 'application/json',
        }
        const answer = await fetch('/api/v1/meter-value', { method: 'POST', headers, body })
        return (await answer.json()).data.id as number
      },
      JSON.stringify({
        meter_id: meter.id,
        value: null,
        created_at: '2026-11-20 09:00:00',
        image_base64: jpeg.toString('base64'),
      }),
    )
    const stored = () => database.asSystem((tx) => tx.select().from(readings).where(eq(readings.id, id)))
    await expect.poll(async () => (await stored())[0]?.readState).toBe(readState.waiting)

    await page.goto(`/meter-value/${id}`)
    const press = page.getByRole('button', { name: 'この写真をメーター画像にする' })
    await expect(press).toBeVisible()
    await expect(page.getByRole('group', { name: '測定値', exact: true })).toContainText('設定待ち')
    await expectAccessible(page)
    await press.click()
    // It closes itself, so nothing else is waited for before it.
    await expect(page.getByText(`「${name}」のメーター画像を登録しました`)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/meters/${meter.id}\\?setup=${id}$`))
    const assist = assistDialog(page, 'AIアシスト設定')
    await expect(assist.dialog).toHaveAccessibleName(`AIアシスト設定 ${name}`)
    await expect(assist.stage).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(assist.dialog).toHaveCount(0)
    await expect(meterScreen(page).assist).toBeFocused()
    const [saved] = await database.asSystem((tx) => tx.select().from(meters).where(eq(meters.id, meter.id)))
    expect(saved?.pictureSha256).not.toBeNull()
  },
)
