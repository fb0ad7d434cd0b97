// Covers docs/requirements.md: 115, 177, 180, 196, 198, 199, 203, 204, 217, 498, 534, 580, 734, 860

import { schemaResolver } from '@mantine/form'
import { describe, expect, it } from 'vitest'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { meterDeviceKind } from './meterDeviceKinds.ts'
import {
  blankValues,
  changesOf,
  copyOf,
  creationOf,
  type MeterValues,
  meterFormSchema,
  valuesOf,
} from './meterForm.ts'

const meter = aMeter({
  device: { id: 5, name: 'アナログ入力 動力盤', type: 4, status: 1 },
  image: '/picture',
  meter_group_id: 2,
  inspection_id: 3,
  end_value: 1.5,
  emergency_start_value: null,
  emergency_end_value: null,
  settings: '225:0,0:0.5,135:1',
  area: '0.1:0.1,0.9:0.9',
  pins: { axis: { x: 0.5, y: 0.5 }, radius: 0.3 },
  analog_settings: '3:0:400',
})
const values = valuesOf(meter)
const wrong = (given: Partial<MeterValues>, missingBound = '値が未入力です') =>
  schemaResolver(meterFormSchema(missingBound), { sync: true })({ ...values, ...given })

describe('the rules', () => {
  it('find nothing wrong with a meter as it is', () => {
    expect(wrong({})).toEqual({})
  })

  it.each<[string, Partial<MeterValues>, Record<string, string>]>([
    ['no name', { name: '  ' }, { name: 'メーター名を入力してください' }],
    ['no unit', { unitId: null }, { unitId: '単位を選択してください' }],
    ['no category', { categoryId: null }, { categoryId: 'メーター種別が選択されていません' }],
    ['a kind without a device', { kind: meterDeviceKind.camera, deviceId: null }, { deviceId: '未選択です' }],
    [
      'an analog input without its settings',
      { channel: null, analogMin: '', analogMax: ' ' },
      { channel: '未選択です', analogMin: '未入力です', analogMax: '未入力です' },
    ],
    [
      'a range without bounds',
      { range: { on: true, start: '', end: '' } },
      { 'range.start': '値が未入力です', 'range.end': '値が未入力です' },
    ],
    [
      'words for a bound',
      { emergency: { on: true, start: '1', end: '高' } },
      { 'emergency.end': '数値を入力してください' },
    ],
    [
      'a multiplier of nothing',
      { multiplier: '0' },
      { multiplier: '0 より大きく 1,000,000 以下の数値を入力してください' },
    ],
    [
      'a day that does not exist',
      { verificationExpiresOn: '2027/2/29' },
      { verificationExpiresOn: '1900年以降の日付を 2027-03-31 や R9.3.31 のように入力してください' },
    ],
    [
      'a range upside down',
      { range: { on: true, start: '５', end: '1.6' }, emergency: { on: true, start: '130', end: '120' } },
      {
        'range.end': '上限は下限以上にしてください',
        'emergency.end': '上限は下限以上にしてください',
      },
    ],
  ])('name %s', (_what, given, expected) => {
    expect(wrong(given)).toEqual(expected)
  })

  it('ask nothing of ranges that are off and of devices that are not', () => {
    const off = { on: false, start: '', end: 'x' }
    expect(
      wrong({
        range: off,
        emergency: off,
        kind: meterDeviceKind.unregistered,
        deviceId: null,
        channel: null,
      }),
    ).toEqual({})
  })

  it('tell an empty bound what the screen tells it', () => {
    expect(wrong({ range: { on: true, start: '', end: '1' } }, '未入力です')).toEqual({
      'range.start': '未入力です',
    })
  })
})

describe('changes', () => {
  it('are none where nothing changed, however a number is written', () => {
    expect(changesOf(meter, values, null)).toEqual({})
    expect(changesOf(meter, { ...values, range: { on: true, start: '0.00', end: '１．５' } }, null)).toEqual(
      {},
    )
  })

  it('hold only what differs', () => {
    const typed = { ...values, name: ' No.4 ', placeNote: ' 2階 機械室 ', groupId: null }
    expect(changesOf(meter, typed, null)).toEqual({
      name: 'No.4',
      place_note: '2階 機械室',
      meter_group_id: null,
    })
  })

  it('of the master data are sent in half width, and empty ones as null', () => {
    const managed = aMeter({ ...meter, code: 'W-101', verification_expires_on: '2027-03-31' })
    const before = valuesOf(managed)
    const same = { ...before, code: ' Ｗ－１０１ ', verificationExpiresOn: '２０２７/３/３１' }
    expect(changesOf(managed, same, null)).toEqual({})
    const empty = { ...before, code: ' ', verificationExpiresOn: '', rounding: 'integer' as const }
    expect(changesOf(managed, empty, null)).toEqual({
      code: null,
      verification_expires_on: null,
      rounding: 'integer',
    })
  })

  it('of a range that is switched off clear both bounds, of one switched on set both', () => {
    const emergency = { on: true, start: '1.2', end: '1.5' }
    expect(changesOf(meter, { ...values, range: { ...values.range, on: false }, emergency }, null)).toEqual({
      start_value: null,
      end_value: null,
      emergency_start_value: 1.2,
      emergency_end_value: 1.5,
    })
  })

  it('from an analog input to no device also clear its settings', () => {
    expect(changesOf(meter, { ...values, kind: meterDeviceKind.unregistered }, null)).toEqual({
      device_id: null,
      analog_settings: null,
    })
  })

  it('with another picture always say what becomes of settings, pins and read position', () => {
    const cleared = { settings: null, pins: null, area: null }
    expect(changesOf(meter, { ...values, ...cleared }, 'AAAA')).toEqual({ image_base64: 'AAAA', ...cleared })
    const { settings, pins, area } = meter
    expect(changesOf(meter, values, 'AAAA')).toEqual({ image_base64: 'AAAA', settings, pins, area })
  })
})

it('a new meter is what was typed, with nothing for what was not', () => {
  const typed = { ...blankValues, name: '量水器', unitId: 4, categoryId: 4, digitNumber: 6, decimalPoint: 1 }
  expect(creationOf(typed, null)).toMatchObject({
    name: '量水器',
    device_id: null,
    analog_settings: null,
    meter_unit_id: 4,
    meter_category_id: 4,
    start_value: null,
    digit_number: 6,
    decimal_point: 1,
    settings: null,
    image_base64: null,
  })
})

describe('a copy', () => {
  const original = valuesOf(aMeter({ ...meter, code: 'W-101', customer_number: '0012', place_note: '2階' }))

  it('has what stays the same, without what belongs to one meter or its picture', () => {
    const { name: _name, ...copy } = copyOf(original, new Set())
    expect(copy).toMatchObject({
      placeNote: '2階',
      unitId: original.unitId,
      categoryId: original.categoryId,
      groupId: 2,
      inspectionId: 3,
      range: original.range,
      code: '',
      customerNumber: '',
      picture: null,
      settings: null,
      pins: null,
      area: null,
      kind: meterDeviceKind.unregistered,
      deviceId: null,
      channel: null,
      analogMin: '',
      analogMax: '',
    })
  })

  it('keeps a phone, which reads any number of meters', () => {
    const phone = { id: 9, name: '点検スマホ', type: 5, status: 1 } as const
    const byPhone = valuesOf(aMeter({ device: phone }))
    expect(copyOf(byPhone, new Set())).toMatchObject({ kind: meterDeviceKind.mobile, deviceId: 9 })
  })

  it.each([
    ['101号室 水道', '102号室 水道'],
    ['A棟3階 ポンプ09', 'A棟3階 ポンプ10'],
    ['第１２ポンプ', '第１３ポンプ'],
    ['No.7', 'No.9'],
    ['99999999999999999999', '100000000000000000000'],
    ['受水槽 水位', '受水槽 水位'],
  ])('of %s is proposed as %s', (name, proposed) => {
    expect(copyOf({ ...original, name }, new Set(['No.8'])).name).toBe(proposed)
  })
})
