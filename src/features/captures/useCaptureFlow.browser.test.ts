// Covers docs/requirements.md: 293, 512, 542, 556, 559, 602, 605, 663, 681, 684

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setValue } from '../../../offline/amendments.ts'
import {
  changeRow,
  draftLock,
  listRows,
  readBytes,
  readCapture,
  readRow,
  saveCapture,
} from '../../../offline/outbox.ts'
import { readTaken } from '../../../offline/pictureCaches.ts'
import { isAmendment } from '../../../offline/rows.ts'
import { createReader, type ReaderSettings } from '../../../reader/web/index.ts'
import { renderHook } from '../../../tests/support/components/render.ts'
import { photograph, resetPhone, waitingLocks } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { lockDraft } from '../../lib/held/drafts.ts'
import { photographsSaved } from '../../pwa/busy.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { takenAtOf, undecidedOf, useCaptureFlow } from './useCaptureFlow.ts'

const unread: ReaderSettings = {
  type: 4,
  settings: null,
  area: null,
  axis: null,
  radius: null,
  digitNumber: null,
  decimalPoint: 2,
  range: null,
  boost: false,
}

const reader = createReader()

beforeEach(resetPhone)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.removeItem('clockOffset')
  reader.close()
})

/** Small, but in a format that is not sent unchanged. */
async function heic() {
  const canvas = new OffscreenCanvas(64, 48)
  const context = canvas.getContext('2d')
  context?.fillRect(0, 0, 64, 48)
  if (context) context.fillStyle = 'white'
  context?.fillRect(8, 8, 40, 20)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
  return { bytes: await blob.arrayBuffer(), mime: 'image/heic' }
}

const openFlow = (readable: boolean, reference: string | null = null) =>
  renderHook(() =>
    useCaptureFlow(
      anAccount(),
      { meterId: 3, meterName: 'No.3 冷却水圧力', unit: 'MPa', decimalPoint: 2 },
      unread,
      { reference, priorAt: () => null, readable },
      reader,
    ),
  )

test('the value of a meter that cannot be read is typed as soon as the photograph is stored, which is not read', async () => {
  const read = vi.spyOn(reader, 'read')
  const { result, act } = await openFlow(false)
  await act(async () => result.current.store(await heic(), Date.now()))
  const { flow } = result.current
  expect(flow).toMatchObject({ step: 'correct', reading: 'not read' })
  if (flow.step === 'correct') await act(() => result.current.changeTime(flow.draft, Date.now() - 60_000))
  expect(result.current.flow).toMatchObject({ step: 'correct', reading: 'not read' })
  expect(read).not.toHaveBeenCalled()
})

test('a photograph in a format that the server refuses is stored as a JPEG before anybody can decide on it', async () => {
  const { result, act } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  const { flow } = result.current
  if (flow.step !== 'decide') throw new Error(`the flow is at ${flow.step}`)
  expect(await readCapture(flow.draft.id)).toMatchObject({ mime: 'image/jpeg' })
  await expect.poll(() => readTaken(flow.draft.id)).not.toBeNull()
})

test('it is stored that an undecided photograph looks like another meter, until its own meter is found in it', async () => {
  const frame = { area: null, boxes: [], needle: null, mark: null, text: null }
  const refused = { value: null, position: null, advice: null, secondChoice: null, ocr: null, degree: null }
  const found = { ...refused, registration: 0.5, confidence: 0, reasons: ['moved' as const], frame }
  const reads = vi.spyOn(reader, 'read').mockResolvedValue({ ...found, registration: 0 })
  const { result, act } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  const { flow } = result.current
  if (flow.step !== 'decide') throw new Error(`the flow is at ${flow.step}`)
  const { draft } = flow
  await expect.poll(() => readCapture(draft.id)).toMatchObject({ looksLikeOtherMeter: true })
  reads.mockResolvedValue(found)
  await act(() => result.current.changeTime(draft, Date.now() - 60_000))
  await expect.poll(() => readCapture(draft.id)).toMatchObject({ looksLikeOtherMeter: false })
})

test('the photograph of a meter that cannot be read is compared with its picture, and its value is typed all the same', async () => {
  const picture = `data:image/jpeg,${'x'.repeat(10)}`
  const frame = { area: null, boxes: [], needle: null, mark: null, text: null }
  const other = { value: null, position: null, advice: null, secondChoice: null, ocr: null, degree: null }
  vi.spyOn(reader, 'read').mockResolvedValue({
    ...other,
    registration: 0,
    confidence: 0,
    reasons: ['moved'],
    frame,
  })
  const { result, act } = await openFlow(false, picture)
  await act(async () => result.current.store(await heic(), Date.now()))
  const { flow } = result.current
  if (flow.step !== 'correct') throw new Error(`the flow is at ${flow.step}`)
  await expect.poll(() => readCapture(flow.draft.id)).toMatchObject({ looksLikeOtherMeter: true })
  expect(result.current.flow).toMatchObject({ step: 'correct', reading: 'not read' })
})

test('requirement 19: by how much the phone’s clock is known to be wrong is stored with the photograph', async () => {
  localStorage.setItem('clockOffset', '-600000')
  const { result, act } = await openFlow(false)
  const capturedAt = Date.now()
  await act(async () => result.current.store(await heic(), capturedAt))
  expect(await listRows(anAccount().id)).toMatchObject([{ capturedAt, clockOffset: -600_000 }])
  // What it is compared with has the server's time.
  const undecided = undecidedOf(result.current.flow)
  expect(undecided && takenAtOf(undecided.draft)).toBe(capturedAt + 600_000)
})

test('requirement 9: the browser is asked to keep what is stored, and its answer is not waited for', async () => {
  const persist = vi.spyOn(navigator.storage, 'persist').mockReturnValue(new Promise(() => {}))
  const { result, act } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  expect(persist).toHaveBeenCalledOnce()
  expect(result.current.flow.step).toBe('decide')
})

test('a session that ends while a photograph is stored ends after it', async () => {
  const { result, act } = await openFlow(true)
  await act(async () => {
    const stored = result.current.store(await heic(), Date.now())
    await photographsSaved()
    expect(await listRows(anAccount().id)).toHaveLength(1)
    await stored
  })
})

test('of every photograph a small picture stays on the device, for when there is no signal', async () => {
  const { result, act } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  const { flow } = result.current
  if (flow.step !== 'decide') throw new Error('nothing was stored')
  await expect.poll(() => readTaken(flow.draft.id)).not.toBeNull()
  const small = await createImageBitmap((await readTaken(flow.draft.id)) ?? new Blob())
  expect([small.width, small.height]).toEqual([160, 120])
})

test('where there is no room for the smaller picture the photograph stays as it was taken', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { result, act } = await openFlow(true)
  const full = new DOMException('full', 'QuotaExceededError')
  const put = IDBObjectStore.prototype.put
  let pictures = 0
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (this.name === 'bytes') pictures += 1
    if (pictures > 1) throw full
    return put.call(this, value, key)
  })
  const still = await heic()
  await act(() => result.current.store(still, Date.now()))
  const { flow } = result.current
  if (flow.step !== 'decide') throw new Error(`the flow is at ${flow.step}`)
  await expect.poll(() => warned.mock.calls.flat()).toContain(full)
  expect(await readBytes(flow.draft.id)).toEqual(still.bytes)
  expect(await readCapture(flow.draft.id)).toMatchObject({ state: 'draft', mime: 'image/heic' })
  await expect.poll(async () => (await readTaken(flow.draft.id))?.type).toBe('image/jpeg')
})

test('a photograph that could not be stored is stored under the same key by the next attempt', async () => {
  const { result, act } = await openFlow(true)
  const ids: unknown[] = []
  const put = IDBObjectStore.prototype.put
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (this.name === 'bytes' && ids.push(key) === 1)
      throw new DOMException('out of memory', 'DataCloneError')
    return put.call(this, value, key)
  })
  await act(async () => result.current.store(await heic(), Date.now()))
  const { flow } = result.current
  if (flow.step !== 'unsaved') throw new Error(`the flow is at ${flow.step}`)
  const { id } = flow.photograph
  await act(() => result.current.storeAgain(flow))
  expect(result.current.flow).toMatchObject({ step: 'decide', draft: { id } })
  expect(ids.slice(0, 2)).toEqual([id, id])
  expect((await listRows(anAccount().id)).map((row) => row.id)).toEqual([id])
  await expect.poll(() => readTaken(id)).not.toBeNull()
})

test('a photograph whose draft could not be locked is not stored, and the next attempt stores it', async () => {
  const { result, act } = await openFlow(true)
  vi.spyOn(navigator.locks, 'request').mockRejectedValueOnce(new DOMException('no', 'InvalidStateError'))
  await act(async () => result.current.store(await heic(), Date.now()))
  const { flow } = result.current
  if (flow.step !== 'unsaved') throw new Error(`the flow is at ${flow.step}`)
  await act(() => result.current.storeAgain(flow))
  expect(result.current.flow).toMatchObject({ step: 'decide', draft: { id: flow.photograph.id } })
  await expect.poll(() => readTaken(flow.photograph.id)).not.toBeNull()
})

/** A photograph whose storage has not answered for 20 s. `answer`: it does. */
async function stuck() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const digests = vi
    .spyOn(crypto.subtle, 'digest')
    .mockImplementationOnce((...input) => promise.then(() => digest(...input)))
  const { result, act } = await openFlow(true)
  const storing = result.current.store(await heic(), Date.now())
  await expect.poll(() => digests.mock.calls.length).toBe(1)
  vi.advanceTimersByTime(20_000)
  await act(() => storing)
  vi.useRealTimers()
  const { flow } = result.current
  if (flow.step !== 'unsaved') throw new Error(`the flow is at ${flow.step}`)
  return { result, act, flow, answer }
}
const states = async () => (await listRows(anAccount().id)).map(({ id, state }) => [id, state])

test('a storage that does not answer keeps nobody: the photograph is offered again, and is stored once when it answers', async () => {
  const { result, act, flow, answer } = await stuck()
  const { id } = flow.photograph
  const again = act(() => result.current.storeAgain(flow))
  answer()
  await again
  expect(result.current.flow).toMatchObject({ step: 'decide', draft: { id } })
  expect(await states()).toEqual([[id, 'draft']])
  await expect.poll(() => readTaken(id)).not.toBeNull()
})

test('one that was given up is not sent when the storage answers after all', async () => {
  const { result, act, flow, answer } = await stuck()
  const { id } = flow.photograph
  await act(() => result.current.discardUnsaved(flow))
  expect(result.current.flow).toEqual({ step: 'aim', kept: null })
  answer()
  await expect.poll(states).toEqual([[id, 'discarded']])
  await expect.poll(() => readTaken(id)).not.toBeNull()
})

test('a photograph that is not stored when its screen goes is told of, with what keeps it', async () => {
  const toDo = vi.spyOn(notify, 'toDo').mockImplementation(() => undefined)
  const { result, act, unmount } = await openFlow(true)
  vi.spyOn(navigator.locks, 'request').mockRejectedValueOnce(new DOMException('no', 'InvalidStateError'))
  await act(async () => result.current.store(await heic(), Date.now()))
  expect(toDo).not.toHaveBeenCalled()
  await unmount()
  expect(toDo.mock.calls).toMatchObject([[{ action: { label: 'もう一度保存' } }]])
  toDo.mock.calls.at(0)?.[0].onClose?.()
})

test('of two photographs in memory the page is kept for one when the notice of the other is closed', async () => {
  const toDo = vi.spyOn(notify, 'toDo').mockImplementation(() => undefined)
  for (let taken = 0; taken < 2; taken++) {
    const { result, act, unmount } = await openFlow(true)
    vi.spyOn(navigator.locks, 'request').mockRejectedValueOnce(new DOMException('no', 'InvalidStateError'))
    await act(async () => result.current.store(await heic(), Date.now()))
    await unmount()
  }
  const isKept = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const [first, second] = toDo.mock.calls.map(([notice]) => notice)
  first?.onClose?.()
  expect(isKept()).toBe(true)
  second?.onClose?.()
  expect(isKept()).toBe(false)
})

test('a value that is confirmed just before the screen goes stays', async () => {
  const { result, act, unmount } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  const decided = undecidedOf(result.current.flow)
  if (!decided) throw new Error('nothing was stored')
  const { id } = decided.draft
  const deciding = result.current.decide(decided.draft, decided.reading, {
    value: 0.42,
    valueSource: 'accepted',
  })
  await unmount()
  await deciding
  // Behind whatever the screen stored when it went.
  await changeRow(id, () => null)
  expect(await readCapture(id)).toMatchObject({ state: 'queued', value: 0.42 })
})

test('a value that could not be stored before the screen went is asked for again', async () => {
  const { result, act, unmount } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  const decided = undecidedOf(result.current.flow)
  if (!decided) throw new Error('nothing was stored')
  const put = IDBObjectStore.prototype.put
  let refusals = 0
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row, key) {
    if (row.state === 'queued' && refusals++ === 0) throw new DOMException('no', 'DataError')
    return put.call(this, row, key)
  })
  const deciding = result.current.decide(decided.draft, decided.reading, null)
  const refused = expect(deciding).rejects.toMatchObject({ name: 'DataError' })
  await unmount()
  await refused
  expect(await readCapture(decided.draft.id)).toMatchObject({ state: 'draft', value: null })
  const again = await openFlow(true)
  await expect
    .poll(() => undecidedOf(again.result.current.flow))
    .toMatchObject({ draft: { id: decided.draft.id } })
})

test.each([
  ['readable', true, 'decide'],
  ['unreadable', false, 'correct'],
] as const)(
  'a photograph of a %s meter that was left without a value is shown again with its bytes',
  async (_, readable, step) => {
    const { id, bytes } = photograph({ userId: anAccount().id, organizationId: anAccount().organization.id })
    const taken = { userId: anAccount().id, organizationId: anAccount().organization.id }
    await saveCapture(photograph(taken, { id, bytes, meterId: 3, capturedAt: 1_790_000_000_000 }))
    await saveCapture(photograph(taken, { meterId: 4 }))
    const { result, act } = await openFlow(readable)
    await expect.poll(() => result.current.flow.step).toBe(step)
    const left = undecidedOf(result.current.flow)
    expect(left).toMatchObject({ draft: { id, capturedAt: 1_790_000_000_000 } })
    expect(left?.draft.still.bytes).toEqual(bytes)
    if (left)
      await act(async () =>
        result.current.decide(left.draft, left.reading, { value: 0.5, valueSource: 'corrected' }),
      )
    expect(await readCapture(id)).toMatchObject({ state: 'queued', value: 0.5 })
  },
)

test('the time of a chosen picture can still be corrected when it is shown again', async () => {
  const chosenAt = Date.now()
  const recorded = { at: chosenAt - 8 * 3_600_000, from: 'file' as const, plausible: true }
  const first = await openFlow(true)
  await first.act(async () => first.result.current.store(await heic(), chosenAt, recorded))
  await first.unmount()
  const { result, act } = await openFlow(true)
  const shown = () => undecidedOf(result.current.flow)?.draft
  await expect.poll(shown).toMatchObject({ recorded, capturedAt: recorded.at, savedAt: chosenAt })
  const draft = shown()
  if (draft) await act(() => result.current.changeTime(draft, chosenAt))
  expect(await readCapture(draft?.id ?? '')).toMatchObject({ recorded, capturedAt: chosenAt })
})

test('a photograph that another screen has open is shown when that screen is left', async () => {
  const first = await openFlow(true)
  await first.act(async () => first.result.current.store(await heic(), Date.now()))
  const { draft } = undecidedOf(first.result.current.flow) ?? {}
  const second = await openFlow(true)
  // A page that is being left still has its locks when the next one begins.
  await expect.poll(waitingLocks).toContain(draftLock(draft?.id ?? ''))
  expect(second.result.current.flow).toEqual({ step: 'aim', kept: null })
  await first.unmount()
  await expect.poll(() => undecidedOf(second.result.current.flow)).toMatchObject({ draft: { id: draft?.id } })
})

test('a photograph that another screen keeps open is not shown twice', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  const first = await openFlow(true)
  await first.act(async () => first.result.current.store(await heic(), Date.now()))
  const request = vi.spyOn(navigator.locks, 'request')
  const second = await openFlow(true)
  await expect.poll(() => request.mock.results.length).toBeGreaterThan(0)
  await Promise.allSettled(request.mock.results.map(({ value }) => value))
  await changeRow('none', () => null)
  expect(second.result.current.flow).toEqual({ step: 'aim', kept: null })
})

test('while another screen has the oldest photograph open, the next one is shown', async () => {
  const owner = { userId: anAccount().id, organizationId: anAccount().organization.id }
  const oldest = await saveCapture(photograph(owner, { meterId: 3 }))
  const next = await saveCapture(photograph(owner, { meterId: 3 }))
  const release = await lockDraft(oldest.id)
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
  const { result } = await openFlow(true)
  await expect.poll(() => undecidedOf(result.current.flow)).toMatchObject({ draft: { id: next.id } })
  release()
})

test('that the photograph before a retake is being sent is said', async () => {
  const info = vi.spyOn(notify, 'info').mockImplementation(() => undefined)
  const { result, act } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  for (const attempts of [0, 1]) {
    const decided = undecidedOf(result.current.flow)
    if (!decided) throw new Error('nothing was stored')
    await act(async () => result.current.setFlow({ step: 'aim', kept: decided }))
    await changeRow(decided.draft.id, (row) => ({ ...row, state: 'queued', attempts }))
    await act(async () => result.current.store(await heic(), Date.now()))
    expect(await listRows(anAccount().id)).toHaveLength(1 + attempts)
    await expect.poll(() => info.mock.calls.length).toBe(attempts)
  }
  expect(info.mock.calls.flat().join()).toMatch(/撮り直す前の写真は送信を始めています/)
  const { draft } = undecidedOf(result.current.flow) ?? {}
  await expect.poll(() => readTaken(draft?.id ?? '')).not.toBeNull()
})

test('a photograph whose value was confirmed elsewhere is not replaced by its retake, which says so', async () => {
  const info = vi.spyOn(notify, 'info').mockImplementation(() => undefined)
  const { result, act } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  const kept = undecidedOf(result.current.flow)
  if (!kept) throw new Error('nothing was stored')
  await act(async () => result.current.setFlow({ step: 'aim', kept }))
  await setValue(kept.draft.id, { value: 0.53, valueSource: 'corrected' })
  await act(async () => result.current.store(await heic(), Date.now()))
  expect(await readCapture(kept.draft.id)).toMatchObject({ state: 'queued', value: 0.53 })
  await expect.poll(() => info.mock.calls.flat().join()).toMatch(/撮り直す前の写真は値を確定してあります。/)
})

const heldLocks = async () => (await navigator.locks.query()).held?.map(({ name }) => name)

test('going back to a photograph whose value was confirmed elsewhere shows its result', async () => {
  const { result, act } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  const kept = undecidedOf(result.current.flow)
  if (!kept) throw new Error('nothing was stored')
  await act(async () => result.current.setFlow({ step: 'aim', kept }))
  await setValue(kept.draft.id, { value: 0.53, valueSource: 'corrected' })
  await act(async () => result.current.setFlow({ step: 'decide', ...kept }))
  await expect.poll(() => result.current.flow).toMatchObject({ step: 'done', decision: { value: 0.53 } })
  await expect.poll(heldLocks).not.toContain(draftLock(kept.draft.id))
})

test('the small picture that the device keeps is made of the smaller photograph, not of the large one again', async () => {
  const { result, act } = await openFlow(false)
  const decode = vi.spyOn(globalThis, 'createImageBitmap')
  await act(async () => result.current.store(await heic(), Date.now()))
  const { flow } = result.current
  if (flow.step !== 'correct') throw new Error(`the flow is at ${flow.step}`)
  await expect.poll(async () => (await readTaken(flow.draft.id))?.type).toBe('image/jpeg')
  const made: unknown[][] = decode.mock.calls
  const reduced = made.filter(([, options]) => options !== undefined)
  expect(reduced.map(([source]) => source instanceof Blob && source.type)).toEqual(['image/jpeg'])
})

test('a photograph that was discarded in the decision is shown again on 元に戻す, undecided', async () => {
  const undoable = vi.spyOn(notify, 'undoable').mockImplementation(() => undefined)
  const { result, act } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  const decided = undecidedOf(result.current.flow)
  if (!decided) throw new Error('nothing was stored')
  const { id } = decided.draft
  await act(() => result.current.discard(decided.draft, decided.reading))
  expect(result.current.flow).toEqual({ step: 'aim', kept: null })
  expect(await readRow(id)).toMatchObject({ state: 'discarded' })

  await act(async () => undoable.mock.calls.at(0)?.[0].undo())
  await expect.poll(() => result.current.flow.step).toBe('decide')
  expect(await readRow(id)).toMatchObject({ state: 'draft' })
})

test('where what was discarded has left the device, 元に戻す says so', async () => {
  const undoable = vi.spyOn(notify, 'undoable').mockImplementation(() => undefined)
  const warning = vi.spyOn(notify, 'warning').mockReturnValue('warning')
  const { result, act } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  const decided = undecidedOf(result.current.flow)
  if (!decided) throw new Error('nothing was stored')
  await act(() => result.current.discard(decided.draft, decided.reading))
  await resetPhone()
  await act(async () => undoable.mock.calls.at(0)?.[0].undo())
  await expect.poll(() => warning.mock.calls.flat().join()).toMatch(/端末に見つかりません/)
  expect(result.current.flow.step).toBe('aim')
})

/** A photograph with a confirmed value. */
async function confirmed() {
  const { result, act, unmount } = await openFlow(true)
  await act(async () => result.current.store(await heic(), Date.now()))
  const undecided = undecidedOf(result.current.flow)
  if (!undecided) throw new Error('nothing was stored')
  const shown = () => {
    const { flow } = result.current
    if (!('draft' in flow)) throw new Error(`the flow is at ${flow.step}`)
    return flow
  }
  const decide = (value: number) => {
    const { draft, reading } = shown()
    return act(async () => result.current.decide(draft, reading, { value, valueSource: 'corrected' }))
  }
  const undo = () => {
    const { draft, reading } = shown()
    return act(async () => result.current.undo(draft, reading))
  }
  await decide(0.42)
  return { id: undecided.draft.id, result, decide, undo, unmount }
}
const amendments = async () => (await listRows(anAccount().id)).filter(isAmendment)

test('a confirmed value is corrected in its row until an attempt to send it starts, and by a second row afterwards', async () => {
  const { id, decide, unmount } = await confirmed()
  await decide(0.5)
  expect(await readCapture(id)).toMatchObject({ state: 'queued', value: 0.5 })
  expect(await amendments()).toEqual([])

  await changeRow(id, (row) => ({ ...row, attempts: 1 }))
  await decide(0.6)
  expect(await readCapture(id)).toMatchObject({ value: 0.5 })
  expect(await amendments()).toMatchObject([{ kind: 'correction', targetId: id, value: 0.6 }])
  // What was decided is not left to the server when the screen goes.
  await unmount()
  await changeRow(id, () => null)
  expect(await readCapture(id)).toMatchObject({ value: 0.5 })
})

test('a confirmed value is taken back in its row until an attempt to send it starts', async () => {
  const { id, result, decide, undo } = await confirmed()
  // A press by mistake on the same button changes nothing.
  await Promise.all([undo(), undo()])
  expect(undecidedOf(result.current.flow)).toMatchObject({ draft: { id } })
  expect(await readCapture(id)).toMatchObject({ state: 'draft', value: null })
  // No sender takes it while the person decides again.
  await expect.poll(heldLocks).toContain(draftLock(id))

  await decide(0.5)
  expect(await readCapture(id)).toMatchObject({ state: 'queued', value: 0.5 })
  expect(await amendments()).toEqual([])
})

test('a photograph that was decided before it was read is read when the decision is taken back', async () => {
  const read = vi.spyOn(reader, 'read').mockImplementationOnce(() => new Promise(() => undefined))
  const { result, undo } = await confirmed()
  read.mockRejectedValueOnce(new Error('no worker'))
  await undo()
  await expect.poll(() => undecidedOf(result.current.flow)?.reading).toBe('failed')
})
