// Covers docs/requirements.md: 349, 352

import { describe, expect, test } from 'vitest'
import { deviceType } from '../../../contract/devices.ts'
import { blankNewDevice, creationOf, newDeviceFormSchema } from './newDeviceForm.ts'

const written = {
  ...blankNewDevice,
  serialNumber: ' KS240001 ',
  name: 'ポンプ室',
  parentId: 4,
  accessHash: ' a1 ',
}
const messages = (values: object) =>
  newDeviceFormSchema.safeParse(values).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a new device is a WiFi camera that measures at 15:00 every day', () => {
  expect(creationOf(written)).toEqual({
    serial_number: 'KS240001',
    name: 'ポンプ室',
    type: 2,
    interval_crons: '0 15 * * *',
    parent_device_id: 4,
    access_hash: 'a1',
  })
})

test('a SIM camera has no router, a phone neither schedule nor hash', () => {
  expect(creationOf({ ...written, type: deviceType.simCamera })).toEqual({
    serial_number: 'KS240001',
    name: 'ポンプ室',
    type: 0,
    interval_crons: '0 15 * * *',
    access_hash: 'a1',
  })
  expect(creationOf({ ...written, type: deviceType.mobile })).toEqual({
    serial_number: 'KS240001',
    name: 'ポンプ室',
    type: 5,
  })
})

describe('an analog input', () => {
  const analog = { ...written, type: deviceType.analogInput }

  test('needs an interval', () => {
    expect(messages(analog)).toEqual([['interval', '測定間隔を選択してください']])
  })

  test('measures at it', () => {
    expect(creationOf({ ...analog, interval: '15' }).interval_crons).toBe('*/15 * * * *')
  })
})

test('what is missing says so at its field, and only where the type has it', () => {
  const incomplete = { day: '* * *', hour: '', minute: '0' }
  expect(messages({ ...blankNewDevice, rows: [incomplete] })).toEqual([
    ['serialNumber', 'シリアル番号を入力してください'],
    ['name', '端末名を入力してください'],
    ['rows.0.hour', '未入力です'],
  ])
  expect(messages({ ...written, type: deviceType.wifiRouter, rows: [incomplete] })).toBeUndefined()
})
