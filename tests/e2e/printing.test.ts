// Covers docs/requirements.md: 593, 695

import type { Page, ViewportSize } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { textOfSheets } from '../support/files/pdfText.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addAlert, addDevice, addInspection, addMeter, addReading } from '../support/server/builders.ts'

/** More than a screen, a page of the list, and a sheet of paper. */
const count = 103
/** Px: an A4 sheet on its long side within 10 mm of margins. */
const paper = { width: 1047, height: 718 }

let site: Site
let user: TestUser
let inspectionId: number
beforeAll(async () => {
  site = await openSite()
  user = await site.addUser()
  const { database, organization } = site
  const inspection = await addInspection(database, organization.id, { name: '朝の点検' })
  inspectionId = inspection.id
  const phone = await addDevice(database, organization.id, { type: 5 })
  for (let number = 1; number <= count; number++) {
    const meter = await addMeter(database, organization.id, {
      name: `第${number}ポンプの冷却水圧力`,
      deviceId: phone.id,
      inspectionId,
    })
    const reading = await addReading(database, meter, { value: 12_345.678 })
    await addAlert(database, reading, {})
  }
})
afterAll(() => site.close())

/** Measures the layout of a sheet while the page prints. */
async function layOutForPaper(page: Page) {
  // Emulation changes the style sheets only. A browser reports printing before it takes the width of the paper.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(paper)
  return page.evaluate(() => {
    const drawn = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(
        (element) => element.checkVisibility() && element.clientHeight > 0,
      )
    const rows = drawn('main :is(tbody tr, li)').flatMap(
      ({ textContent }) => textContent?.match(/第\d+ポンプの冷却水圧力/) ?? [],
    )
    const isClipped = (element: Element) =>
      getComputedStyle(element).overflowY !== 'visible' &&
      element.scrollHeight > element.clientHeight + 1 &&
      element.querySelector('td, li') !== null
    const isBroken = (text: Node) => {
      const lines = document.createRange()
      lines.selectNode(text)
      return lines.getClientRects().length > 1
    }
    const textsOf = (element: Element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      return texts
    }
    return {
      rows: new Set(rows).size,
      brokenWords: drawn('main td')
        .flatMap(textsOf)
        .filter((text) => (text.textContent ?? '').length <= 6 && isBroken(text))
        .map((text) => text.textContent),
      right: Math.max(...drawn('main :is(th, td, li)').map((each) => each.getBoundingClientRect().right)),
      clipped: drawn('main *').filter(isClipped).length,
      around: drawn('header, nav a, main .mantine-Button-root').length,
      dark: document.documentElement.dataset.mantineColorScheme === 'dark',
    }
  })
}

const nothingMissing = { rows: count, brokenWords: [], clipped: 0, around: 0, dark: false }

/** The sizes of a PDF's sheets, and the addresses of the links on them. */
function readPdf(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const boxes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  const links = [...text.matchAll(/\/A <<[^>]*?\/URI \(([^)]*)\)/g)]
  return {
    sizes: boxes.map(([, width, height]) => `${Math.round(Number(width))} x ${Math.round(Number(height))}`),
    links: new Set(links.map(([, address]) => address)),
  }
}

const open = async (path: string, viewport: ViewportSize = sizes.desktop) => {
  const page = await openBrowser(site.origin, { news: 'silent', colorScheme: 'dark', viewport })
  await keepSignedIn(page, user)
  await page.goto(path.replace('INSPECTION', String(inspectionId)))
  await expect(page.getByText(/第\d+ポンプの冷却水圧力/).first()).toBeAttached()
  // What is loaded after the rows is printed as well.
  await page.waitForLoadState('networkidle')
  return page
}

/** Presses 「全件を印刷」, up to the moment at which the browser would print. */
async function printAll(page: Page) {
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-print-asked', '')
  })
  await page.getByRole('button', { name: '全件を印刷' }).click()
  await expect(page.locator('[data-print-asked]')).toBeAttached()
}

test.each([
  // A phone has the button next to the search, which this address opens.
  ['/data?tab=list&inspections=[INSPECTION]&text=ポンプ', sizes.phone, null, []],
  [
    '/data?tab=list&inspections=[INSPECTION]',
    sizes.tablet,
    null,
    ['画像', 'メーター名', '測定値', '測定日時'],
  ],
  ['/meters', sizes.tablet, /\/meters\/\d+$/, ['メーター名', '測定端末', '最新の測定値', '更新日時']],
  [
    '/alerts?tab=occurring',
    sizes.desktop,
    /\/meters\/\d+$/,
    ['メーター名', '測定値', '発生日時', '更新日時'],
  ],
  ['/', sizes.desktop, null, []],
  ['/rounds/INSPECTION', sizes.desktop, /\/meter-value\/\d+$/, []],
])(
  '%s is printed on A4 with all rows and columns, and each sheet says what it shows, whose it is and when it was printed',
  async (path, viewport, linkOfRow, titles) => {
    const page = await open(path, viewport)
    const isList = !path.startsWith('/rounds')
    if (isList) await printAll(page)
    const laidOut = await layOutForPaper(page)
    expect(laidOut).toMatchObject(nothingMissing)
    expect(laidOut.right).toBeLessThanOrEqual(paper.width)
    const pdf = await page.pdf({ preferCSSPageSize: true })
    const { sizes, links } = readPdf(pdf)
    expect(new Set(sizes)).toEqual(new Set(['842 x 595']))
    expect(sizes.length).toBeGreaterThan(4)
    if (linkOfRow !== null)
      expect([...links].filter((link) => linkOfRow.test(link ?? ''))).toHaveLength(count)
    const sheets = textOfSheets(pdf)
    expect(sheets).toHaveLength(sizes.length)
    for (const [index, sheet] of sheets.entries()) {
      for (const title of titles) expect(sheet).toContain(title)
      expect(sheet).toMatch(/第\d+ポンプの冷却水圧力/)
      expect(sheet).toMatch(/\d{4}\/\d{2}\/\d{2} \d{2}:\d{2} 印刷/)
      expect(sheet).toContain(site.organization.name.normalize('NFKC'))
      expect(sheet).toContain(`${index + 1} / ${sheets.length}`)
      // What cannot be pressed, what is true on one day only, and seconds.
      expect(sheet).not.toMatch(/操作|データ確認|今日|昨日|\d{2}:\d{2}:\d{2}/)
    }
    if (!isList) return
    expect(sheets[0]).toContain(`全${count}件`)
    await page.emulateMedia({ media: null })
    await page.getByRole('button', { name: '全件を印刷' }).waitFor()
  },
)

test('paper of a meter that is searched for says so', async () => {
  const page = await open('/meters?name=第7ポンプ')
  await layOutForPaper(page)
  await expect(page.getByText('絞り込み: メーター名 第7ポンプ', { exact: true })).toBeVisible()
})

test.each([
  ['/rounds/INSPECTION', null],
  ['/data?tab=list&inspections=[INSPECTION]', null],
  ['/alerts?tab=occurring&from=2020-01-01', '絞り込み: 発生日 2020-01-01 〜'],
])('paper of %s has the same colours in the dark as in the light', async (path, filter) => {
  const page = await open(path)
  const coloursIn = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await layOutForPaper(page)
    return page.evaluate(() => {
      const drawn = [...document.querySelectorAll('main *')].filter((each) => each.checkVisibility())
      return drawn.map((each) => {
        const { color, backgroundColor, borderTopColor } = getComputedStyle(each)
        return `${each.tagName} ${color} ${backgroundColor} ${borderTopColor}`
      })
    })
  }
  const inTheDark = await coloursIn('dark')
  expect(inTheDark.length).toBeGreaterThan(count)
  expect(await coloursIn('light')).toEqual(inTheDark)
  if (filter !== null) await expect(page.getByText(filter, { exact: true })).toBeVisible()
})

test.each(['/meters', '/alerts?tab=occurring'])(
  'paper of %s from a phone that has shown cards only has its rows, and says how many it lacks',
  async (path) => {
    const page = await open(path, sizes.phone)
    const sheets = textOfSheets(await page.pdf({ preferCSSPageSize: true })).join('\n')
    expect(new Set(sheets.match(/第\d+ポンプの冷却水圧力/g)).size).toBe(50)
    expect(sheets).toContain('全103件のうち、50件を印刷しています。')
    await expect(page.getByText('全103件のうち')).toHaveCount(0)
  },
)
