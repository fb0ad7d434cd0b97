// Covers docs/requirements.md: 579

import { describe, expect, it } from 'vitest'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { changedFieldNames } from './changedFieldNames.ts'

describe('changedFieldNames', () => {
  const meter = aMeter({ image: '/pictures/a?signature=1' })

  it('names what people edit, and not what changes by itself', () => {
    const changed = {
      ...meter,
      name: 'No.3 改',
      emergency_end_value: 2,
      updated_at: '2026-11-20T15:00:00+09:00',
      last_reading: null,
    }
    expect(changedFieldNames(meter, changed)).toEqual(['メーター名', '異常範囲の上限'])
  })

  it('names another picture, but not another signature of the same one', () => {
    expect(changedFieldNames(meter, { ...meter, image: '/pictures/a?signature=2' })).toEqual([])
    expect(changedFieldNames(meter, { ...meter, image: '/pictures/b?signature=2' })).toEqual(['メーター画像'])
  })
})
