// Covers docs/requirements.md: 415, 581, 696

import { describe, expect, it } from 'vitest'
import { categoryType } from '../../../../contract/categories.ts'
import type { Device } from '../../../../contract/devices.ts'
import type { MapPin } from '../../../../contract/maps.ts'
import { readState } from '../../../../contract/values/abnormal.ts'
import { aDevice } from '../../../../tests/support/responses/devices.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { countCameras, matchesFilter, pinFacts, pinLabel } from './pinFacts.ts'

const pin: MapPin = {
  id: 7,
  name: 'ポンプ室',
  type: 0,
  xratio: 0.5,
  yratio: 0.5,
  map_id: 2,
  devices: [],
  updated_at: '2026-11-20T09:00:00+09:00',
}
const here = { map_pin: { id: 7, map_id: 2 } }
const outage = { since: '2026-11-20T15:00:00+09:00', cause: 'unknown' } as const
const reading = (isAbnormal: boolean, value: number | null = 0.5) => {
  const last = { id: 1, value, created_at: '2026-11-20T15:00:00+09:00', is_abnormal: isAbnormal }
  return { ...last, is_unsure: false, read_state: readState.processed, thumbnail: null }
}
const meter = (isAbnormal: boolean, id = 3) => aMeter({ id, device_id: 5, last_reading: reading(isAbnormal) })
/** A meter whose picture waits: of category 7 for a value, of category 1 for settings. */
const waitingMeter = (category: number, id = 3) => ({
  ...meter(false, id),
  meter_category_id: category,
  last_reading: { ...reading(false, null), read_state: readState.waiting },
})
const of = (devices: Device[], meters = [meter(false)]) => {
  const [facts] = pinFacts([pin], {
    devices,
    meters,
    units: [{ id: meter(false).meter_unit_id, name: 'MPa' }],
    categories: [
      { id: 1, type: categoryType.circle },
      { id: 7, type: categoryType.special },
    ],
  })
  if (facts === undefined) throw new Error('no pin')
  return facts
}

describe('what a pin shows', () => {
  it.each([
    ['abnormal', of([aDevice({ ...here, outage })], [meter(true)])],
    ['silent', of([aDevice({ ...here, outage, battery_per: 3 })])],
    ['broken', of([aDevice({ ...here, status: 3, battery_per: 3 })])],
    ['weak', of([aDevice({ ...here, battery_per: 9 })])],
    ['weak', of([aDevice({ ...here, status: 2 })])],
    ['weak', of([aDevice({ ...here, status: 0, battery_per: 9 })])],
    ['waiting', of([aDevice(here), aDevice({ ...here, id: 6, status: 0 })])],
    ['waiting', of([aDevice({ ...here, status: 0 })], [waitingMeter(7)])],
    ['input', of([aDevice(here)], [waitingMeter(1, 4), waitingMeter(7)])],
    ['setup', of([aDevice(here)], [meter(false, 4), waitingMeter(1)])],
    [
      'unsure',
      of([aDevice(here)], [{ ...meter(false), last_reading: { ...reading(false), is_unsure: true } }]),
    ],
    ['normal', of([aDevice(here)])],
    ['empty', of([aDevice()])],
  ])('is the worst of its devices and meters: %s', (state, facts) => {
    expect(facts.state).toBe(state)
    expect(facts.isTrouble).toBe(state !== 'normal' && state !== 'empty')
  })

  it.each([
    ['通信エラー', of([aDevice({ ...here, status: 5, outage })])],
    ['未着', of([aDevice({ ...here, type: 1, outage })])],
    ['エラー', of([aDevice({ ...here, status: 3 })])],
    ['低バッテリー', of([aDevice({ ...here, status: 2 })])],
    ['起動待ち', of([aDevice({ ...here, status: 0 })])],
    ['端末なし', of([aDevice()])],
  ])('is called as on the other screens: %s', (word, facts) => {
    expect(facts.word).toBe(word)
  })

  it('has the latest value where there is one meter only', () => {
    expect(of([aDevice(here)]).value).toMatch(/^0\.50? MPa$/)
    expect(pinLabel(of([aDevice(here)]))).toMatch(/^ポンプ室、カメラ、正常、0\.50? MPa$/)
    expect(of([aDevice(here)], [meter(false), meter(false, 4)]).value).toBeNull()
  })

  it.each([
    ['was never read', null],
    ['could not be read', reading(false, null)],
  ])('says データ無し where the one meter %s', (_, last) => {
    expect(of([aDevice(here)], [{ ...meter(false), last_reading: last }]).value).toBe('データ無し')
  })

  it('says only 断線の疑い where the loop of the one meter is open', () => {
    const broken = { ...reading(true, null), reasons: ['loop broken'] }
    const facts = of([aDevice(here)], [{ ...meter(true), last_reading: broken }])
    expect(facts).toMatchObject({ state: 'abnormal', word: '断線の疑い', value: null })
    expect(pinLabel(facts)).toBe('ポンプ室、カメラ、断線の疑い')
  })

  it.each([
    ['設定待ち', 1],
    ['入力待ち', 7],
  ])(
    'says %s once, in place of 正常, where the picture of the one meter of category %i waits',
    (text, category) => {
      expect(pinLabel(of([aDevice(here)], [waitingMeter(category)]))).toBe(`ポンプ室、カメラ、${text}`)
    },
  )

  it('matches the filter of its state, and that of cameras where it has one', () => {
    const router = of([aDevice({ ...here, type: 1, outage })], [])
    expect(matchesFilter(router, 'silent')).toBe(true)
    expect(matchesFilter(router, 'broken')).toBe(false)
    expect(matchesFilter(router, 'cameras')).toBe(false)
    expect(matchesFilter(of([aDevice(here)]), 'cameras')).toBe(true)
  })

  it('has no state until devices and meters are here', () => {
    const [facts] = pinFacts([pin], undefined)
    expect(facts && pinLabel(facts)).toBe('ポンプ室、カメラ')
  })

  it('comes with trouble first, and then by name', () => {
    const pins = [
      { ...pin, id: 1, name: 'カメラ10' },
      { ...pin, id: 2, name: 'カメラ9' },
      { ...pin, id: 3, name: 'ん' },
    ]
    const silent = aDevice({ map_pin: { id: 3, map_id: 2 }, outage })
    const facts = pinFacts(pins, { devices: [silent], meters: [], units: [], categories: [] })
    expect(facts.map(({ pin: { name } }) => name)).toEqual(['ん', 'カメラ9', 'カメラ10'])
  })

  it('counts types 0 and 2 as cameras', () => {
    const types = ([0, 1, 2, 3, 4, 5] as const).map((type) => aDevice({ ...here, id: 10 + type, type }))
    expect(countCameras([of(types)])).toBe(2)
  })
})
