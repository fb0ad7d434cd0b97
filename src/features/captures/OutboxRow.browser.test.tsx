import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withDatabase } from '../../../offline/database.ts'
import { changeCapture, saveCapture } from '../../../offline/outbox.ts'
import { inspector, photograph, resetPhone } from '../../../tests/support/phone.ts'
import { show } from '../../../tests/support/show.tsx'
import { notify } from '../../ui/notify.tsx'
import { OutboxRow } from './OutboxRow.tsx'

beforeEach(resetPhone)
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

/** A row that the server refused: its photograph is all that is left to save. */
async function openRow() {
  const { id } = await saveCapture(photograph(inspector))
  const capture = await changeCapture(id, (row) => ({ ...row, state: 'rejected' }))
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
