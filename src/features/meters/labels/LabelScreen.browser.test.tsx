// Covers docs/requirements.md: 862, 863, 864, 865

import { QueryClient } from '@tanstack/react-query'
import { toDataURL } from 'qrcode'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Meter } from '../../../../contract/meters.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { costBearersQuery } from '../../../lib/queries/costBearers.ts'
import { groupsQuery } from '../../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../../lib/queries/inspections.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'
import type { MeterSearch } from '../search.ts'
import { LabelScreen } from './LabelScreen.tsx'

const site = 'https://kenshin.example'
let qrAnswer: (path: string) => Promise<Response>

beforeEach(() => {
  localStorage.clear()
  const load = globalThis.fetch
  qrAnswer = async (path) => load(await toDataURL(site + path, { width: 600 }))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { url } = new Request(input, init)
    const id = /\/api\/v1\/meters\/(\d+)\/qr$/.exec(url)?.[1]
    if (id !== undefined) return qrAnswer(`/capture-meter-value/${id}`)
    throw new TypeError('offline')
  })
})
afterEach(() => vi.restoreAllMocks())

const meters = Array.from({ length: 30 }, (_, index) =>
  aMeter({ id: index + 1, name: `${index + 1}号ポンプ`, code: `P-${index + 1}`, place_note: '地下2階' }),
)

async function open({ rows = meters, search = {}, width = 1440 }: Partial<Opening> = {}) {
  await page.viewport(width, 900)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, rows)
  for (const { queryKey } of [unitsQuery, categoriesQuery, groupsQuery, inspectionsQuery, costBearersQuery])
    client.setQueryData(queryKey, [])
  const screen = await showRouted(client, <LabelScreen search={search} />, ['/meters'])
  const sheets = () =>
    [...screen.container.querySelectorAll('section')].map((sheet) => sheet.getBoundingClientRect())
  const label = (name: string) => {
    const text = screen.getByText(name, { exact: true }).element()
    const box = text.parentElement?.parentElement?.getBoundingClientRect()
    if (box === undefined) throw new Error(`no label of ${name}`)
    return box
  }
  return { screen, sheets, label }
}

interface Opening {
  rows: Meter[]
  search: MeterSearch
  width: number
}

test('the meters of the list’s search are laid out in its order, from the position that is left on a begun sheet', async () => {
  const { screen, sheets, label } = await open({ search: { text: 'ポンプ', order: 'desc' } })
  await expect.poll(() => sheets().length).toBe(2)
  expect(label('30号ポンプ').left).toBeLessThan(label('29号ポンプ').left)
  await screen.getByRole('combobox', { name: '最初のラベルの位置' }).selectOptions('5（2行目 左から2）')
  await expect.poll(() => label('30号ポンプ').top - (sheets()[0]?.top ?? 0)).toBeGreaterThan(100)
  await screen.unmount()

  const again = await open()
  await expect.element(again.screen.getByRole('combobox')).toHaveValue('5')
  await again.screen.getByText('65面（5 × 13）').click()
  await expect.element(again.screen.getByRole('combobox')).toHaveValue('1')
  await expect.poll(() => again.sheets().length).toBe(1)
})

test.each([390, 820, 1440])('the preview fits a window of %i px', async (width) => {
  const { sheets, screen } = await open({ width })
  await expect.poll(() => sheets().length).toBe(2)
  for (const { left, right, width: own, height } of sheets()) {
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(width)
    expect(own / height).toBeCloseTo(210 / 297, 2)
  }
  const isOverflowing = [...screen.container.querySelectorAll('section > div')].some((label) => {
    const box = label.getBoundingClientRect()
    return [...label.querySelectorAll('p')].some((text) => {
      const { right, bottom } = text.getBoundingClientRect()
      return right > box.right || bottom > box.bottom
    })
  })
  expect(isOverflowing).toBe(false)
})

test('a label whose texts do not fit is named', async () => {
  localStorage.setItem('qrLabels', JSON.stringify({ size: 65, first: 1 }))
  const long = aMeter({ id: 1, name: '名'.repeat(100), code: '番'.repeat(100), place_note: '場'.repeat(100) })
  const { screen } = await open({ rows: [long] })
  await expect
    .element(screen.getByRole('status'))
    .toMatchTextContent(/1件のラベルで末尾を「…」にしています: 名名/)
})

test('where no code can be made, the screen says why', async () => {
  const failure = { success: false, code: 'public_url_missing', messages: ['…'], request_id: 'r' }
  qrAnswer = async () => Response.json(failure, { status: 409 })
  const { screen } = await open()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/QRコードを作成できません.*PUBLIC_URL/)
  await expect.element(screen.getByRole('button', { name: '印刷' })).not.toBeInTheDocument()
})

test('stored choices of another version are ignored', async () => {
  localStorage.setItem('qrLabels', JSON.stringify({ size: 7, first: 'x' }))
  const { screen } = await open()
  await expect.element(screen.getByRole('combobox')).toHaveValue('1')
})
