import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { categoryType } from '../../../contract/categories.ts'
import { aMeter } from '../../../tests/support/meters.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useDecision } from './useDecision.ts'

beforeEach(() => vi.spyOn(notify, 'info').mockReturnValue())
afterEach(() => vi.restoreAllMocks())

it('asks for a correction of a value with more digits than the counter has', async () => {
  const decide = vi.fn(async () => 'changed' as const)
  const setFlow = vi.fn()
  const meter = aMeter({ digit_number: 5, decimal_point: 1, start_value: null, end_value: null })
  const { result } = await renderHook(() =>
    useDecision({ decide, setFlow }, { meter, type: categoryType.counter, unit: 'm³' }),
  )
  const still = { bytes: new ArrayBuffer(0), mime: 'image/jpeg' }
  const draft = { id: 'a', still, capturedAt: 0, recorded: null, savedAt: 0, release: () => undefined }
  const undecided = { draft, reading: 'failed' } as const
  expect(await result.current.saveDecision(undecided, 10_000)).toBe(false)
  expect(setFlow).toHaveBeenCalledExactlyOnceWith({ step: 'correct', ...undecided })
  expect(decide).not.toHaveBeenCalled()
  expect(notify.info).toHaveBeenCalledExactlyOnceWith('メーターの桁数を超えています。値を修正してください。')
  expect(await result.current.saveDecision(undecided, 9999.9)).toBe(true)
})
