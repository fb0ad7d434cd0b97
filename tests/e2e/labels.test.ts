// Covers docs/requirements.md: 862, 863, 864, 865

import { afterAll, beforeAll, test, expect as value } from 'vitest'
import { labelSheets, placeOf } from '../../src/features/meters/labels/labelSheets.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { around, blackOnSheets, qrOf } from '../support/files/pdfRectangles.ts'
import { textOfSheets } from '../support/files/pdfText.ts'
import { capturePath } from '../support/pages/capture.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addMeter } from '../support/server/builders.ts'

const count = 30
/** Millimetres: a browser begins a picture at a whole pixel, of 0.26 mm. */
const tolerance = 0.2
const long = '第三冷却水循環ポンプ吐出側圧力計（予備系統、年次更新予定、地下二階東側ポンプ室内）'

let site: Site
const ids: number[] = []
beforeAll(async () => {
  site = await openSite()
  for (let number = 1; number <= count; number++) {
    const meter = await addMeter(site.database, site.organization.id, {
      name: number === count ? `${number}号 ${long}` : `${number}号ポンプ`,
      code: `P-${number}`,
      placeNote: '地下2階 機械室',
    })
    ids.push(meter.id)
  }
  await addMeter(site.database, site.organization.id, { name: '受電盤' })
})
afterAll(() => site.close())

test.each([
  [24, 5, 2],
  [65, 1, 1],
] as const)(
  'of sheets with %i labels each label is printed where the label paper has it, from position %i on',
  async (size, first, sheetCount) => {
    const sheet = labelSheets[size]
    const page = await openBrowser(site.origin, { viewport: sizes.desktop, colorScheme: 'dark' })
    await keepSignedIn(page, await site.addUser())
    await page.goto('/meters?name=号')
    await page.getByRole('link', { name: 'QRラベル' }).click()
    await page.getByText(sheet.title).click()
    await page.getByRole('combobox', { name: '最初のラベルの位置' }).selectOption(String(first))
    await expect(page.getByRole('region', { name: /枚目$/ })).toHaveCount(sheetCount)

    const pdf = await page.pdf({ preferCSSPageSize: true })
    const sheets = blackOnSheets(pdf)
    value(sheets).toHaveLength(sheetCount)
    for (let number = 0; number < count; number++) {
      const at = number + first - 1
      const on = sheets[Math.floor(at / size)]
      value(on?.width).toBeCloseTo(210, 0)
      value(on?.height).toBeCloseTo(297, 0)
      const { left, top } = placeOf(sheet, at % size)
      const code = on?.black.filter(
        (dark) =>
          dark.left > left &&
          dark.right < left + sheet.width &&
          dark.top > top &&
          dark.bottom < top + sheet.height,
      )
      const box = around(code ?? [])
      const centre = { x: left + sheet.qr.left + sheet.qr.side / 2, y: top + sheet.height / 2 }
      value(Math.abs((box.left + box.right) / 2 - centre.x)).toBeLessThan(tolerance)
      value(Math.abs((box.top + box.bottom) / 2 - centre.y)).toBeLessThan(tolerance)
      value(box.right - box.left).toBeGreaterThan(0.7 * sheet.qr.side)
      if (number === 0 || number === count - 1)
        value(qrOf(code ?? [])).toBe(`${site.origin}${capturePath({ id: ids[number] ?? 0 })}`)
    }
    const texts = textOfSheets(pdf).join('\n')
    for (let number = 1; number < count; number++) value(texts).toContain(`${number}号ポンプ`)
    value(texts.replaceAll(/\s/g, '')).toContain(long.normalize('NFKC'))
    value(texts.match(/P-\d+/g)).toHaveLength(count)
    value(texts).not.toMatch(/受電盤|印刷|QRラベル/)
  },
)
