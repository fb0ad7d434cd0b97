import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { colleague, inspector, photograph, randomBytes, resetPhone } from '../tests/support/phone.ts'
import { sha256Of } from './digest.ts'
import { exportUnsent } from './exportUnsent.ts'
import { countUnsent, decideCapture, saveCapture } from './outbox.ts'

beforeEach(resetPhone)
afterEach(() => vi.restoreAllMocks())

test('an export holds every unsent photograph of the user unchanged, and says what each is', async () => {
  const first = randomBytes()
  const second = randomBytes()
  const one = await saveCapture(photograph(inspector, { bytes: first }))
  const two = await saveCapture(photograph(inspector, { bytes: second }))
  await saveCapture(photograph(colleague, { bytes: randomBytes() }))
  await decideCapture(two.id, { value: 12.5, valueSource: 'corrected' })

  const archive = unzip(await (await exportUnsent(inspector.userId)).arrayBuffer())

  expect([...archive.keys()]).toEqual([`${one.id}.jpg`, `${two.id}.jpg`, 'manifest.json'])
  expect(archive.get(`${one.id}.jpg`)).toEqual(new Uint8Array(first))
  expect(archive.get(`${two.id}.jpg`)).toEqual(new Uint8Array(second))
  expect(JSON.parse(new TextDecoder().decode(archive.get('manifest.json')))).toMatchObject([
    { id: one.id, file: `${one.id}.jpg`, sha256: await sha256Of(first), value: null },
    {
      id: two.id,
      file: `${two.id}.jpg`,
      sha256: await sha256Of(second),
      value: 12.5,
      value_source: 'corrected',
    },
  ])
})

test('a photograph that cannot be read keeps no other from being saved', async () => {
  const broken = await saveCapture(photograph(inspector))
  const whole = await saveCapture(photograph(inspector))
  const get = IDBObjectStore.prototype.get
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name === 'bytes' && key === broken.id) throw new DOMException('lost', 'UnknownError')
    return get.call(this, key)
  })
  const archive = unzip(await (await exportUnsent(inspector.userId)).arrayBuffer())
  expect([...archive.keys()]).toEqual([`${whole.id}.jpg`, 'manifest.json'])
  expect(JSON.parse(new TextDecoder().decode(archive.get('manifest.json')))).toMatchObject([
    { id: broken.id, file: null },
    { id: whole.id, file: `${whole.id}.jpg` },
  ])
})

test('an export leaves the outbox as it was', async () => {
  await saveCapture(photograph(inspector))
  const before = await countUnsent(inspector.userId)
  await exportUnsent(inspector.userId)
  expect(await countUnsent(inspector.userId)).toEqual(before)
})

/** Files of an uncompressed ZIP, by its central directory (APPNOTE.TXT 4.3.12). */
function unzip(buffer: ArrayBuffer): Map<string, Uint8Array> {
  const view = new DataView(buffer)
  const files = new Map<string, Uint8Array>()
  for (let at = 0; at + 4 <= buffer.byteLength; at += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) continue
    const size = view.getUint32(at + 24, true)
    const nameLength = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, nameLength))
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    files.set(name, new Uint8Array(buffer, start, size))
  }
  return files
}
