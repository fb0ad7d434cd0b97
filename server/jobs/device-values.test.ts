// Covers docs/requirements.md: 673

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceApiEndpoints } from '../../contract/device-api.ts'
import type { Reading } from '../../contract/readings.ts'
import type { ValueMode } from '../../contract/values/deviceValues.ts'
import { faces, photograph, plain, settingsOf } from '../../faces/index.ts'
import { alertCalls } from '../../tests/support/server/alerts.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter } from '../../tests/support/server/builders.ts'
import { dataOf } from '../../tests/support/server/data.ts'
import { addCallingDevice, type CallingDevice } from '../../tests/support/server/device-calls.ts'
import { photograph as photographOfNothing } from '../../tests/support/server/subjects.ts'
import { runReadPicture } from './read-picture.ts'

const counter = faces.find(({ key }) => key === 'city-gas') as (typeof faces)[number]
/** What the counter shows in the photograph. */
const shown = 24_241.5
const path = deviceApiEndpoints.webhookValues.path

const gauge = faces.find(({ key }) => key === 'pump-discharge') as (typeof faces)[number]

/** Nobody works on jobs: they are run by hand. */
let test: TestApp
let jpeg: Uint8Array
beforeAll(async () => {
  test = await createTestApp()
  jpeg = (await photograph(counter, shown, plain)).jpeg
})
afterAll(() => test.close())

let camera: CallingDevice
/** When the device measured, in seconds since 1970. */
let time: number
beforeEach(async () => {
  camera = await addCallingDevice(test, test.own)
  time = Math.floor(test.deps.clock().getTime() / 1000) - 60
})

const withSettings = {
  settings: settingsOf(counter).settings,
  digitNumber: counter.digits,
  decimalPoint: counter.decimals,
}
const withoutSettings = { settings: null, decimalPoint: 1 }

const addCounter = (
  given: typeof withSettings | typeof withoutSettings,
  valueMode: ValueMode | null = null,
) =>
  addMeter(test.deps.database, test.own.id, {
    name: `main ${camera.id}`,
    deviceId: camera.id,
    meterCategoryId: counter.category,
    startValue: null,
    endValue: null,
    emergencyStartValue: null,
    emergencyEndValue: null,
    valueMode,
    ...given,
  })

async function sendValue(value: string, error = 'no error'): Promise<number> {
  const row = {
    name: `main ${camera.id}`,
    timestampLong: String(time),
    rawValue: value,
    value,
    preValue: value,
    error,
  }
  const headers = { apikey: camera.headers.apikey }
  const answer = await test.ask('POST', path, { headers, body: [row] })
  return dataOf('webhookValues', answer).receipts[0]?.id ?? 0
}

async function sendPicture(bytes = jpeg): Promise<void> {
  const headers = { apikey: camera.headers.apikey, 'content-type': 'image/jpeg' }
  expect((await test.ask('PUT', `${path}?timestamp=${time}`, { headers, bytes })).status).toBe(201)
}

const run = (readingId: number) => runReadPicture(test.deps, { organizationId: test.own.id, readingId })
const readingOf = async (id: number): Promise<Reading> =>
  dataOf('reading', await test.ask('GET', `/api/v1/meters-value/${id}`, { as: test.own.general }))
const lastOf = async (meterId: number) =>
  dataOf('meter', await test.ask('GET', `/api/v1/meters/${meterId}`, { as: test.own.general })).last_reading
const confirm = async (id: number, value: number) =>
  dataOf(
    'updateReading',
    await test.ask('PUT', `/api/v1/meter-value/${id}`, { as: test.own.general, body: { value } }),
  )

/** Sends value and picture, and reads the picture. */
async function measure(value: string, bytes = jpeg): Promise<Reading> {
  const id = await sendValue(value)
  await sendPicture(bytes)
  await run(id)
  return readingOf(id)
}

const orders = [
  ['picture after its value', false],
  ['picture before its value', true],
] as const

describe('the value of a device at a meter without reading settings', () => {
  it.each(orders)('counts, and the picture is not read (%s)', async (_order, isPictureFirst) => {
    const meter = await addCounter(withoutSettings)
    if (isPictureFirst) await sendPicture()
    const id = await sendValue('16.3')
    if (!isPictureFirst) await sendPicture()
    const expected = {
      meter: { id: meter.id },
      value: 16.3,
      value_source: 'device',
      device_value: 16.3,
      read_value: null,
      ocr: '16.3',
      read_state: null,
      is_abnormal: false,
      reasons: [],
    }
    const stored = await readingOf(id)
    expect(stored).toMatchObject(expected)
    expect(stored.image).not.toBeNull()
    await run(id)
    expect(await readingOf(id)).toEqual(stored)
    expect(await lastOf(meter.id)).toMatchObject({ value: 16.3, is_unsure: false })
  })

  it.each(orders)(
    'that is missing with an error lets the picture wait, without an alert (%s)',
    async (_order, isPictureFirst) => {
      const meter = await addCounter(withoutSettings)
      const { of } = alertCalls(test)
      if (isPictureFirst) await sendPicture()
      const id = await sendValue('', 'E91')
      if (!isPictureFirst) {
        expect(await readingOf(id)).toMatchObject({ value: null, read_state: null, is_abnormal: true })
        expect(await of(meter)).toHaveLength(1)
        await sendPicture()
      }
      expect(await readingOf(id)).toMatchObject({
        value: null,
        device_value: null,
        read_state: 3,
        is_abnormal: false,
        reasons: ['device error'],
      })
      expect(await of(meter)).toEqual([])
    },
  )

  it.each(['picture', 'compare'] as const)('counts until the picture can be read (%s)', async (mode) => {
    const meter = await addCounter(withoutSettings, mode)
    const id = await sendValue('16.3')
    await sendPicture()
    expect(await readingOf(id)).toMatchObject({ value: 16.3, value_source: 'device', read_state: 3 })
    const body = {
      settings: withSettings.settings,
      digit_number: counter.digits,
      decimal_point: counter.decimals,
    }
    const answer = await test.ask('PUT', `/api/v1/meters/${meter.id}`, { as: test.own.general, body })
    expect(answer.status).toBe(200)
    expect(await readingOf(id)).toMatchObject({ value: 16.3, value_source: 'device', read_state: 0 })
    await run(id)
    const read = await readingOf(id)
    expect(read).toMatchObject({ device_value: 16.3, read_state: 1 })
    expect(read.read_value).toBeCloseTo(shown, 1)
    expect(read.value).toBe(mode === 'picture' ? read.read_value : 16.3)
  })
})

it.each(['device', null] as const)(
  'a picture no longer waits when the setting becomes the value of the device that sent one (%s)',
  async (value_mode) => {
    const meter = await addCounter(withoutSettings, 'compare')
    const sent = await sendValue('16.3')
    await sendPicture()
    time += 10
    const missing = await sendValue('', 'E91')
    await sendPicture()
    expect(await readingOf(sent)).toMatchObject({ read_state: 3 })
    const body = { value_mode }
    const answer = await test.ask('PUT', `/api/v1/meters/${meter.id}`, { as: test.own.general, body })
    expect(answer.status).toBe(200)
    expect(await readingOf(sent)).toMatchObject({ value: 16.3, value_source: 'device', read_state: null })
    expect(await readingOf(missing)).toMatchObject({ value: null, read_state: 3, is_abnormal: false })
  },
)

describe('the value of a device at a meter with reading settings', () => {
  it.each([null, 'picture'] as const)(
    'counts until the picture is read, and is kept (setting %s)',
    async (mode) => {
      await addCounter(withSettings, mode)
      const id = await sendValue('24241.4')
      await sendPicture()
      expect(await readingOf(id)).toMatchObject({ value: 24_241.4, value_source: 'device', read_state: 0 })
      await run(id)
      const reading = await readingOf(id)
      expect(reading).toMatchObject({ value_source: 'reader', device_value: 24_241.4, read_state: 1 })
      expect(reading.value).toBeCloseTo(shown, 1)
      expect(reading.read_value).toBe(reading.value)
    },
  )

  it('counts where the setting is the picture and nothing is read from it, and is to be checked', async () => {
    const meter = await addCounter(withSettings)
    const reading = await measure('24241.4', photographOfNothing)
    expect(reading).toMatchObject({
      value: 24_241.4,
      value_source: 'device',
      device_value: 24_241.4,
      read_value: null,
      read_state: 1,
      is_abnormal: false,
    })
    expect(reading.reasons).toContain('device instead')
    expect(await lastOf(meter.id)).toMatchObject({ is_unsure: true })
  })

  it('counts where the setting is the device, whatever the picture shows', async () => {
    const meter = await addCounter(withSettings, 'device')
    const reading = await measure('16.3')
    expect(reading).toMatchObject({ value: 16.3, value_source: 'device', device_value: 16.3, reasons: [] })
    expect(reading.read_value).toBeCloseTo(shown, 1)
    expect(await lastOf(meter.id)).toMatchObject({ value: 16.3, is_unsure: false })
  })

  it('is replaced by the picture where the device has read none, whatever the setting', async () => {
    await addCounter(withSettings, 'device')
    const id = await sendValue('', 'E91')
    await sendPicture()
    await run(id)
    const reading = await readingOf(id)
    expect(reading).toMatchObject({ value_source: 'reader', device_value: null })
    expect(reading.value).toBeCloseTo(shown, 1)
  })

  it('is relied on where the picture agrees by one unit of the last digit', async () => {
    const meter = await addCounter(withSettings, 'compare')
    const unit = 10 ** -(counter.decimals ?? 0)
    const sent = (shown + unit).toFixed(counter.decimals ?? 0)
    const reading = await measure(sent)
    expect(reading).toMatchObject({ value: Number(sent), value_source: 'device', reasons: [] })
    expect(reading.read_value).toBeCloseTo(shown, counter.decimals ?? 0)
    expect(await lastOf(meter.id)).toMatchObject({ is_unsure: false })
  })

  it('is to be checked where the picture differs, until a person confirms one of both', async () => {
    const meter = await addCounter(withSettings, 'compare')
    const reading = await measure('24240.0')
    expect(reading).toMatchObject({
      value: 24_240,
      value_source: 'device',
      device_value: 24_240,
      is_abnormal: false,
      reasons: ['device differs'],
    })
    expect(reading.read_value).toBeCloseTo(shown, 1)
    expect(await lastOf(meter.id)).toMatchObject({ is_unsure: true })
    for (const value of [24_240, reading.read_value ?? 0]) {
      expect(await confirm(reading.id, value)).toMatchObject({
        value,
        value_source: 'accepted',
        device_value: 24_240,
        read_value: reading.read_value,
      })
      expect(await lastOf(meter.id)).toMatchObject({ is_unsure: false })
    }
  })

  it.each([
    ['0.9', ['device differs']],
    ['0.1', []],
  ])('of a dial without a measuring range is compared by that of its settings (%s)', async (sent, doubts) => {
    const { settings, axis, radius } = settingsOf(gauge)
    await addMeter(test.deps.database, test.own.id, {
      name: `main ${camera.id}`,
      deviceId: camera.id,
      meterCategoryId: gauge.category,
      settings,
      pins: axis === null || radius === null ? null : { axis, radius },
      startValue: null,
      endValue: null,
      emergencyStartValue: null,
      emergencyEndValue: null,
      valueMode: 'compare',
    })
    const reading = await measure(sent, (await photograph(gauge, 0.1, plain)).jpeg)
    expect(reading).toMatchObject({ value: Number(sent), value_source: 'device', reasons: doubts })
    expect(reading.read_value).toBeCloseTo(0.1, 1)
  })

  it('never replaces what a person has entered before the picture was read', async () => {
    await addCounter(withSettings, 'compare')
    const id = await sendValue('24240.0')
    await sendPicture()
    await confirm(id, 7)
    await run(id)
    expect(await readingOf(id)).toMatchObject({ value: 7, value_source: 'corrected', device_value: 24_240 })
  })
})
