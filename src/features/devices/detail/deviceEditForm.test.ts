// Covers docs/requirements.md: 157, 354, 367

import { expect, test } from 'vitest'
import { aDevice } from '../../../../tests/support/responses/devices.ts'
import { changesOf, deviceEditFormSchema, valuesOf } from './deviceEditForm.ts'

const messagesOf = (values: object, named = false) =>
  (deviceEditFormSchema(named).safeParse(values).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ])

test.each([
  ['a schedule of rows', { interval_crons: '0 15 * * *,30 9 * * 1' }, 'rows'],
  ['rows written with white space', { interval_crons: '0 15 * * *,  30 9 * * 1' }, 'rows'],
  ['a fixed interval', { interval_crons: '*/5 * * * *' }, 'interval'],
  ['what the editor cannot show', { interval_crons: '7 3 * * 1-5' }, 'kept'],
  ['nothing', { interval_crons: null }, 'rows'],
  ['an analog unit', { type: 4, interval_crons: '*/10 * * * *' }, 'interval'],
  ['an analog unit with a schedule', { type: 4, interval_crons: '0 15 * * *' }, 'kept'],
  ['a router', { type: 1, interval_crons: null }, 'none'],
] as const)('%s is edited as it is, and untouched nothing is sent', (_, given, measuring) => {
  const device = aDevice(given)
  const values = valuesOf(device)
  expect(values.measuring).toBe(measuring)
  expect(changesOf(device, values)).toEqual({})
})

test('what the editor cannot show stays when something else is changed', () => {
  const device = aDevice({ interval_crons: '7 3 * * 1-5' })
  expect(changesOf(device, { ...valuesOf(device), name: ' 屋上 ' })).toEqual({ name: '屋上' })
})

test('another interval, another schedule and other settings are sent as the server takes them', () => {
  const device = aDevice({ heartbeat_time: null, resolution_type: null })
  const values = {
    ...valuesOf(device),
    measuring: 'interval' as const,
    interval: '5',
    retryHours: '24',
    resolution: '2',
    drift: '３００',
    isFlash: true,
    status: '0',
  }
  expect(changesOf(device, values)).toEqual({
    interval_crons: '*/5 * * * *',
    heartbeat_time: 86_400,
    resolution_type: 2,
    allow_time_drift: 300,
    is_flash: true,
    status: 0,
  })
  const rows = [{ day: '* * 1' as const, hour: '9', minute: '30' }]
  expect(changesOf(device, { ...valuesOf(device), rows })).toEqual({ interval_crons: '30 9 * * 1' })
})

test('name, serial number, drift and measurement are required', () => {
  const values = valuesOf(aDevice())
  const empty = { ...values, name: ' ', serialNumber: '', drift: '' }
  expect(messagesOf(empty, true)).toEqual([
    ['name', '端末名を入力してください'],
    ['drift', '許容する時刻のずれを入力してください'],
    ['serialNumber', 'シリアル番号を入力してください'],
  ])
  expect(messagesOf({ ...empty, name: 'カメラ', drift: '60' })).toEqual([])
  const row = { day: '* * *', hour: '', minute: '0' }
  expect(messagesOf({ ...values, rows: [row] })).toEqual([['rows.0.hour', '未入力です']])
  expect(messagesOf({ ...values, measuring: 'interval', interval: null })).toEqual([
    ['interval', '測定間隔を選択してください'],
  ])
})

test.each(['59', '60.5', '-180', '三分', '86401'])('a drift of %s is refused', (drift) => {
  expect(messagesOf({ ...valuesOf(aDevice()), drift })).toEqual([
    ['drift', '60 〜 86,400 の整数を入力してください'],
  ])
})
