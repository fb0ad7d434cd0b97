// Covers docs/requirements.md: 589, 631, 647

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { categoryType } from '../../../contract/categories.ts'
import { changeCapture, saveCapture } from '../../../offline/outbox.ts'
import { renderHook } from '../../../tests/support/components/render.ts'
import { inspector, photograph, randomBytes, resetPhone } from '../../../tests/support/phone/phone.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { aReading } from '../../../tests/support/responses/readings.ts'
import { notify } from '../../ui/notice/notify.tsx'
import type { PhoneReading } from './useCaptureFlow.ts'
import { useDecision } from './useDecision.ts'

beforeEach(async () => {
  await resetPhone()
  vi.spyOn(notify, 'info').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const still = { bytes: new ArrayBuffer(0), mime: 'image/jpeg' }
const draft = { id: 'a', still, capturedAt: 0, recorded: null, savedAt: 0, release: () => undefined }

it('asks for a correction of a value with more digits than the counter has', async () => {
  const decide = vi.fn(async () => 'changed' as const)
  const setFlow = vi.fn()
  const meter = aMeter({ digit_number: 5, decimal_point: 1, start_value: null, end_value: null })
  const { result } = await renderHook(() =>
    useDecision({ decide, setFlow }, { meter, type: categoryType.counter, unit: 'm³' }, draft.id),
  )
  const undecided = { draft, reading: 'failed' } as const
  expect(await result.current.saveDecision(undecided, 10_000)).toBe(false)
  expect(setFlow).toHaveBeenCalledExactlyOnceWith({ step: 'correct', ...undecided })
  expect(decide).not.toHaveBeenCalled()
  expect(notify.info).toHaveBeenCalledExactlyOnceWith(
    '5桁のメーターです。整数部は4桁までです。値を修正してください。',
  )
  expect(await result.current.saveDecision(undecided, 9999.9)).toBe(true)
})

/** Of a photograph that was refused. */
const refused = (over: Partial<PhoneReading> = {}): PhoneReading => ({
  value: null,
  position: null,
  registration: 0,
  advice: null,
  secondChoice: null,
  ocr: null,
  degree: null,
  confidence: 0,
  reasons: ['moved'],
  frame: { area: null, boxes: [], needle: null, mark: null, text: null },
  unregistered: false,
  ...over,
})

it.each([
  ['shows another meter', refused(), ['other_meter']],
  ['shows its meter from far away', refused({ registration: 0.5 }), []],
  ['is too blurred to find the meter', refused({ reasons: ['blur'] }), []],
  ['has no reference picture to compare with', refused({ registration: null, unregistered: true }), []],
] as const)('asks once about a typed value if the photograph %s', async (_, reading, doubts) => {
  const decide = vi.fn(async () => 'changed' as const)
  const meter = aMeter()
  const { result } = await renderHook(() =>
    useDecision({ decide, setFlow: vi.fn() }, { meter, type: categoryType.circle, unit: 'MPa' }, draft.id),
  )
  const saved = result.current.saveDecision({ draft, reading }, 0.42)
  if (doubts.length > 0) {
    await expect
      .poll(() => result.current.question?.doubts)
      .toEqual([{ doubt: 'other_meter', text: '写真は別のメーターのようです。' }])
    result.current.question?.answer([...doubts])
  }
  expect(await saved).toBe(true)
  expect(decide).toHaveBeenCalledExactlyOnceWith(draft, reading, {
    value: 0.42,
    valueSource: 'corrected',
    confirmedDoubts: doubts,
  })
})

it('asks about a typed value of a meter that cannot be read, if its photograph shows another', async () => {
  const { id } = await saveCapture(photograph(inspector))
  await changeCapture(id, (row) => ({ ...row, looksLikeOtherMeter: true }))
  const { result } = await renderHook(() =>
    useDecision(
      { decide: vi.fn(async () => 'changed' as const), setFlow: vi.fn() },
      { meter: aMeter(), type: categoryType.special, unit: '' },
      id,
    ),
  )
  const saved = result.current.saveDecision({ draft: { ...draft, id }, reading: 'not read' }, 0.42)
  await expect.poll(() => result.current.question?.doubts).toMatchObject([{ doubt: 'other_meter' }])
  result.current.question?.answer(['other_meter'])
  expect(await saved).toBe(true)
})

const ofGauge = { meter: aMeter(), type: categoryType.circle, unit: 'MPa' }

/** The key of a photograph whose picture was sent before, as reading 7. */
async function photographedAgain(): Promise<string> {
  const bytes = randomBytes()
  const first = await saveCapture(photograph(inspector, { bytes }))
  await changeCapture(first.id, (row) => ({ ...row, state: 'sent', sentAt: Date.now(), readingId: 7 }))
  const { id } = await saveCapture(photograph(inspector, { bytes }))
  return id
}

it.each<[string, () => Response, boolean]>([
  [
    'is asked about where its reading is on the server',
    () => Response.json({ success: true, data: aReading() }),
    true,
  ],
  ['is asked about where the server cannot be asked', () => Response.error(), true],
  [
    'is not asked about where its reading was deleted',
    () =>
      Response.json({ success: false, code: 'not_found', messages: [], request_id: 'r1' }, { status: 404 }),
    false,
  ],
])('the same picture, which was sent before, %s', async (_, answer, isAsked) => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer())
  const id = await photographedAgain()
  const decide = vi.fn(async () => 'changed' as const)
  const { result } = await renderHook(() => useDecision({ decide, setFlow: vi.fn() }, ofGauge, id))
  const undecided = { draft: { ...draft, id }, reading: 'failed' } as const
  const saved = result.current.saveDecision(undecided, 0.42)
  // A second press while the server is asked.
  expect(await result.current.saveDecision(undecided, 0.42)).toBe(false)
  // Either a question or the decision.
  const asks = [{ doubt: 'same_picture', text: 'このメーターには、同じ写真がすでにあります。' }]
  await expect
    .poll(() => result.current.question?.doubts ?? decide.mock.calls.length)
    .toEqual(isAsked ? asks : 1)
  result.current.question?.answer(['same_picture'])
  expect(await saved).toBe(true)
  const asked = fetched.mock.calls.map(([input, init]) => new URL(new Request(input, init).url).pathname)
  expect(asked).toEqual(['/api/v1/meters-value/7'])
  expect(decide).toHaveBeenCalledOnce()
})

it('disables nothing where only this device is asked about the picture', async () => {
  const { id } = await saveCapture(photograph(inspector))
  const decide = vi.fn(async () => 'changed' as const)
  const shown: boolean[] = []
  const { result } = await renderHook(() => {
    const decision = useDecision({ decide, setFlow: vi.fn() }, ofGauge, id)
    shown.push(decision.isChecking)
    return decision
  })
  expect(await result.current.saveDecision({ draft: { ...draft, id }, reading: 'failed' }, 0.42)).toBe(true)
  expect(shown).not.toContain(true)
})

it('decides nothing about a photograph whose screen is left while the server is asked', async () => {
  const answered = Promise.withResolvers<Response>()
  const fetched = vi.spyOn(globalThis, 'fetch').mockReturnValue(answered.promise)
  const id = await photographedAgain()
  const decide = vi.fn(async () => 'changed' as const)
  const { result, unmount } = await renderHook(() => useDecision({ decide, setFlow: vi.fn() }, ofGauge, id))
  const saved = result.current.saveDecision({ draft: { ...draft, id }, reading: 'failed' }, 0.42)
  await expect.poll(() => fetched.mock.calls.length).toBe(1)
  await unmount()
  answered.resolve(
    Response.json({ success: false, code: 'not_found', messages: [], request_id: 'r1' }, { status: 404 }),
  )
  expect(await saved).toBe(false)
  expect(decide).not.toHaveBeenCalled()
})

it('decides nothing about a photograph that is left while the server is asked', async () => {
  const answered = Promise.withResolvers<Response>()
  vi.spyOn(globalThis, 'fetch').mockReturnValue(answered.promise)
  const id = await photographedAgain()
  const decide = vi.fn(async () => 'changed' as const)
  const { result, rerender } = await renderHook((shownId: string | null = id) =>
    useDecision({ decide, setFlow: vi.fn() }, ofGauge, shownId),
  )
  const saved = result.current.saveDecision({ draft: { ...draft, id }, reading: 'failed' }, 0.42)
  await expect.poll(() => result.current.isChecking).toBe(true)
  await rerender(null)
  answered.resolve(Response.json({ success: true, data: aReading() }))
  expect(await saved).toBe(false)
  await expect.poll(() => result.current.isChecking).toBe(false)
  expect(result.current.question).toBeNull()
  expect(decide).not.toHaveBeenCalled()
})

it('keeps the screen and says so if the photograph of a confirmed value is gone', async () => {
  const warn = vi.spyOn(notify, 'warning').mockReturnValue('')
  const decide = vi.fn(async () => null)
  const { result } = await renderHook(() => useDecision({ decide, setFlow: vi.fn() }, ofGauge, draft.id))
  const undecided = { draft, reading: 'failed' } as const
  expect(await result.current.saveDecision(undecided, 0.42)).toBe(false)
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    '「No.3 冷却水圧力」の写真が端末に見つかりません。ブラウザに消された可能性があります。',
  )
  expect(await result.current.saveDecision(undecided, null)).toBe(true)
})
