// Covers docs/requirements.md: 293, 605, 723

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Reading } from '../../../../contract/readings.ts'
import type { Capture } from '../../../../offline/captures.ts'
import { withDatabase } from '../../../../offline/database.ts'
import { changeCapture, saveCapture } from '../../../../offline/outbox.ts'
import { keepTaken, readTaken } from '../../../../offline/pictureCaches.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { inspector, photograph, resetPhone } from '../../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aCategory, aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { captureReadingQuery } from '../../../lib/queries/captures.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { OutboxRow } from './OutboxRow.tsx'

beforeEach(resetPhone)
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

interface Opening {
  /** A rejected row can only be saved as a file. */
  change?: Partial<Capture>
  /** Default: bytes that are no picture. */
  photographed?: Blob
  /** The thumbnail kept on the device. */
  taken?: Blob
  /** The server's reading, cached beforehand. */
  reading?: Partial<Reading>
}

async function openRow({ change = { state: 'rejected' }, photographed, taken, reading }: Opening = {}) {
  const bytes = await photographed?.arrayBuffer()
  const { id } = await saveCapture(photograph(inspector, { ...(bytes && { bytes }) }))
  if (taken) await keepTaken(id, taken)
  const capture = await changeCapture(id, (row) => ({ ...row, ...change }))
  if (capture === null) throw new Error('nothing was stored')
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  client.setQueryData(categoriesQuery.queryKey, [aCategory({ id: 1, name: '丸型アナログ', type: 0 })])
  if (reading) client.setQueryData(captureReadingQuery(id).queryKey, aReading(reading))
  const screen = await show(
    <QueryClientProvider client={client}>
      <ul>
        <OutboxRow capture={capture} organizationId={inspector.organizationId} onLeave={() => undefined} />
      </ul>
    </QueryClientProvider>,
  )
  const save = async () => {
    await screen.getByRole('button', { name: /のその他の操作$/ }).click()
    await screen.getByRole('menuitem', { name: '写真をファイルに保存' }).click()
  }
  return { id, screen, save }
}

test.each([
  [0.9, /^異常\s*0\.90/],
  [0.7, /^0\.70/],
])('an unsent value of %d is marked by the range of its meter', async (value, text) => {
  const { screen } = await openRow({ change: { state: 'queued', value, valueSource: 'accepted' } })
  await expect.element(screen.getByText(/MPa/).first()).toBeVisible()
  const figures = screen.getByText(value.toFixed(2)).element()
  expect(figures.closest('[data-abnormal]') !== null).toBe(value > 0.8)
  expect(figures.parentElement?.parentElement?.textContent).toMatch(text)
})

test('a saved photograph is named by the time that its row shows', async () => {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const capturedAt = Date.parse('2026-11-20T06:00:00Z')
  const clockOffset = 3_600_000
  const { save } = await openRow({
    change: { state: 'rejected', capturedAt, clockOffset, tzOffset: 0, meterName: 'No.3' },
  })
  await save()
  await expect.poll(() => names).toEqual(['No.3_2026-11-20-14-00-00.jpg'])
})

test('a photograph that cannot be read is told, and is saved once it can be', async () => {
  const { id, screen, save } = await openRow()
  const get = IDBObjectStore.prototype.get
  const reads = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    if (this.name === 'bytes' && key === id) throw new DOMException('lost', 'UnknownError')
    return get.call(this, key)
  })
  await save()
  const note = screen.getByRole('alert')
  await expect.element(note).toMatchTextContent('写真をファイルに保存できませんでした')

  reads.mockRestore()
  const downloads = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await note.getByRole('button', { name: '再試行' }).click()
  await expect.poll(() => downloads.mock.calls.length).toBe(1)
  await expect.element(note).not.toBeInTheDocument()
})

test('of a meter that the server does not have the row says so, and names the way to the photograph', async () => {
  const lastError = { code: 'reference_unknown' as const, status: 400, messages: [], at: Date.now() }
  const { screen } = await openRow({ change: { state: 'rejected', lastError } })
  await expect.element(screen.getByText('このメーターは登録されていません。')).toBeVisible()
  await expect.element(screen.getByText(/^写真をファイルに保存してから/)).toBeVisible()
})

test('a photograph that a full server refused says that it stays here and is sent later', async () => {
  const lastError = { code: 'storage_full' as const, status: 507, messages: [], at: Date.now() }
  const { screen } = await openRow({ change: { state: 'queued', lastError } })
  const text =
    'サーバーの空き容量が不足しています。写真は端末に残っています。空きができると自動で送信します。'
  await expect.element(screen.getByText(text)).toBeVisible()
})

test('a photograph that is gone is told, with what to do', async () => {
  const { id, screen, save } = await openRow()
  await withDatabase((database) => database.delete('bytes', id))
  await save()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('写真が端末に残っていないため、ファイルに保存できません。撮り直してください。')
})

async function smallPicture(): Promise<Blob> {
  const canvas = new OffscreenCanvas(160, 120)
  canvas.getContext('2d')?.fillRect(0, 0, 80, 60)
  return canvas.convertToBlob({ type: 'image/png' })
}

test('of a received capture the device shows the small picture that it kept', async () => {
  const { screen } = await openRow({ change: { state: 'sent' }, taken: await smallPicture() })
  await expect.poll(() => screen.container.querySelector('img')?.naturalWidth).toBe(160)
})

test('an unsent photograph is shown also where the browser refuses caches', async () => {
  vi.spyOn(caches, 'match').mockRejectedValue(new DOMException('insecure', 'SecurityError'))
  const { screen } = await openRow({ photographed: await smallPicture() })
  await expect.poll(() => screen.container.querySelector('img')?.naturalWidth).toBe(160)
})

test('of a received capture the server’s picture with what was read is shown once it is known', async () => {
  const framed = '/icon-192.png?signature=framed'
  const { id, screen } = await openRow({
    change: { state: 'sent' },
    taken: await smallPicture(),
    reading: { result_thumbnail: framed },
  })
  const shown = () => screen.container.querySelector('img')?.getAttribute('src')
  await expect.poll(shown).toBe(framed)
  // The kept thumbnail has been loaded by then.
  await expect.poll(async () => (await readTaken(id)) !== null).toBe(true)
  expect(shown()).toBe(framed)
})

test('without signal and without a picture of its own a received capture says in 14 px where there is one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { screen } = await openRow({ change: { state: 'sent' } })
  const words = screen.getByText('電波の届く所で表示')
  await expect.element(words).toBeVisible()
  expect(Number.parseFloat(getComputedStyle(words.element()).fontSize)).toBeGreaterThanOrEqual(14)
  const box = words.element().parentElement?.getBoundingClientRect()
  const text = words.element().getBoundingClientRect()
  expect(text.height).toBeLessThanOrEqual(box?.height ?? 0)
  expect(text.width).toBeLessThanOrEqual(box?.width ?? 0)
})

test('of a photograph whose value is open the row says when it is sent, and offers to enter it', async () => {
  const { screen } = await openRow({ change: {} })
  await expect
    .element(screen.getByText(/^値が未確定です。/))
    .toHaveTextContent('値が未確定です。確定すると送信します。12時間たつと、値なしで送信します。')
  await screen.getByRole('button', { name: '値を入力' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'No.3 冷却水圧力' })).toBeVisible()
})

test('a value is entered beside the photograph, which can be enlarged', async () => {
  const { screen } = await openRow({ change: {}, photographed: await smallPicture() })
  await screen.getByRole('button', { name: '値を入力' }).click()
  const dialog = screen.getByRole('dialog', { name: 'No.3 冷却水圧力' })
  await dialog.getByRole('button', { name: '拡大', exact: true }).click()
  await expect.element(dialog.getByRole('button', { name: '全体を表示' })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'この値で確定' })).toBeVisible()
})

test('on a phone the buttons of the value dialog are at the bottom of the sheet', async () => {
  await page.viewport(390, 844)
  const { screen } = await openRow({ change: { state: 'queued', value: 0.42, valueSource: 'accepted' } })
  await screen.getByRole('button', { name: /のその他の操作$/ }).click()
  await screen.getByRole('menuitem', { name: '値を修正' }).click()
  const confirm = screen.getByRole('dialog').getByRole('button', { name: 'この値で確定' })
  await expect.element(confirm).toBeVisible()
  const room = () => 844 - confirm.element().getBoundingClientRect().bottom
  await expect.poll(room).toBeLessThanOrEqual(24)
})

test('a photograph of another organization waits for that, and not for the line', async () => {
  const { screen } = await openRow({ change: { organizationId: 11, organizationName: '第二工場' } })
  await expect.element(screen.getByText('「第二工場」に切り替えると送信します。')).toBeVisible()
  await expect.element(screen.getByText(/確定すると送信/)).not.toBeInTheDocument()
})

test('a damaged photograph of another organization is taken again there', async () => {
  const { screen } = await openRow({
    change: { state: 'quarantined', organizationId: 11, organizationName: '第二工場' },
  })
  await expect.element(screen.getByText('「第二工場」に切り替えて撮り直してください。')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '撮り直す' })).not.toBeInTheDocument()
})

test.each([
  ['accepted', '読取済'],
  ['corrected', '登録済'],
] as const)('a received capture whose value was %s is called %s', async (valueSource, word) => {
  const { screen } = await openRow({
    change: { state: 'sent', value: 0.42, valueSource },
    reading: { value_source: valueSource },
  })
  await expect.element(screen.getByText(word, { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('list', { name: `${word}（4段階中4）` })).toBeVisible()
})
