import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CaptureState } from '../../../offline/captures.ts'
import { withDatabase } from '../../../offline/database.ts'
import { changeCapture, saveCapture } from '../../../offline/outbox.ts'
import { keepTaken, readTaken } from '../../../offline/pictures.ts'
import { inspector, photograph, resetPhone } from '../../../tests/support/phone.ts'
import { aReading } from '../../../tests/support/readings.ts'
import { show } from '../../../tests/support/show.tsx'
import { notify } from '../../ui/notify.tsx'
import { OutboxRow } from './OutboxRow.tsx'
import { captureReadingQuery } from './readingQuery.ts'

beforeEach(resetPhone)
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

/** A row; of one that the server refused the photograph is all that is left to save. */
async function openRow(state: CaptureState = 'rejected', taken?: Blob) {
  const { id } = await saveCapture(photograph(inspector))
  if (taken) await keepTaken(id, taken)
  const capture = await changeCapture(id, (row) => ({ ...row, state }))
  if (capture === null) throw new Error('nothing was stored')
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <ul>
        <OutboxRow capture={capture} organizationId={inspector.organizationId} />
      </ul>
    </QueryClientProvider>,
  )
  const save = async () => {
    await screen.getByRole('button', { name: /のその他の操作$/ }).click()
    await screen.getByRole('menuitem', { name: '写真をファイルに保存' }).click()
  }
  return { id, screen, save }
}

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

test('a photograph that is gone is told, with what to do', async () => {
  const { id, screen, save } = await openRow()
  await withDatabase((database) => database.delete('bytes', id))
  await save()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('写真が端末に残っていないため、ファイルに保存できません。撮り直してください。')
})

test('of a received capture the device shows the small picture that it kept', async () => {
  const canvas = new OffscreenCanvas(160, 120)
  canvas.getContext('2d')?.fillRect(0, 0, 80, 60)
  const { screen } = await openRow('sent', await canvas.convertToBlob({ type: 'image/png' }))
  await expect.poll(() => screen.container.querySelector('img')?.naturalWidth).toBe(160)
})

test('of a received capture the server’s picture with what was read is shown once it is known', async () => {
  const { id } = await saveCapture(photograph(inspector))
  const canvas = new OffscreenCanvas(160, 120)
  canvas.getContext('2d')
  await keepTaken(id, await canvas.convertToBlob({ type: 'image/png' }))
  const capture = await changeCapture(id, (row) => ({ ...row, state: 'sent' }))
  if (capture === null) throw new Error('nothing was stored')
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  const framed = '/icon-192.png?signature=framed'
  client.setQueryData(captureReadingQuery(id).queryKey, aReading({ result_thumbnail: framed }))
  const screen = await show(
    <QueryClientProvider client={client}>
      <ul>
        <OutboxRow capture={capture} organizationId={inspector.organizationId} />
      </ul>
    </QueryClientProvider>,
  )
  const shown = () => screen.container.querySelector('img')?.getAttribute('src')
  await expect.poll(shown).toBe(framed)
  // The one that the device keeps has been read by then.
  await expect.poll(async () => (await readTaken(id)) !== null).toBe(true)
  expect(shown()).toBe(framed)
})

test.each([
  ['accepted', '読取済'],
  ['corrected', '登録済'],
] as const)('a received capture whose value was %s is called %s', async (valueSource, word) => {
  const { id } = await saveCapture(photograph(inspector))
  const capture = await changeCapture(id, (row) => ({ ...row, state: 'sent', value: 0.42, valueSource }))
  if (capture === null) throw new Error('nothing was stored')
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(captureReadingQuery(id).queryKey, aReading({ value_source: valueSource }))
  const screen = await show(
    <QueryClientProvider client={client}>
      <ul>
        <OutboxRow capture={capture} organizationId={inspector.organizationId} />
      </ul>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText(word, { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('list', { name: `${word}（4段階中4）` })).toBeVisible()
})
