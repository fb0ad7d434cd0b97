// Covers docs/requirements.md: 1011, 1012, 1013

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { roundWatch } from '../../../tests/support/server/round-watch.ts'

let test: TestApp
let watch: ReturnType<typeof roundWatch>
beforeAll(async () => {
  test = await createTestApp({ hasStoppedClock: true })
  watch = roundWatch(test)
  watch.goTo('2026-11-23 08:00')
})
beforeEach(() => test.advance(3_600_000))
afterAll(() => test.close())

const unsure = { valueSource: 'reader', readState: 1, value: 0.4, readValue: 0.4, confidence: 0.5 } as const
/** Two doubtful readings of a round; the first one is the more doubtful. */
async function walked() {
  const group = await watch.add(['A', 'B'])
  const [a = 0, b = 0] = group.meterIds
  const first = await watch.capture(a, { ...unsure, confidence: 0.1 })
  const second = await watch.capture(b, unsure)
  const stop = async () => (await watch.round(group.id)).stops.find((each) => each.meter_id === a)
  return { first, second, a, stop }
}
const signedIn = () => test.signIn(test.own.general)
const ask = async (id: number) =>
  test.ask('POST', `/api/v1/meter-value/${id}/retake`, { as: await signedIn() })
const withdraw = async (id: number, by = test.own.general) =>
  test.ask('DELETE', `/api/v1/meter-value/${id}/retake`, { as: await test.signIn(by) })
const waiting = async (ids: readonly number[]) =>
  dataOf('review', await test.ask('GET', '/api/v1/review', { as: await signedIn() }))
    .filter(({ reading }) => ids.includes(reading.id))
    .map(({ reading, retake }) => [reading.id, retake?.requested_by])

it('is shown on the round and puts the reading behind the others, until the meter is read again', async () => {
  const { first, second, a, stop } = await walked()
  const ids = [first.id, second.id]
  expect(await waiting(ids)).toEqual([
    [first.id, undefined],
    [second.id, undefined],
  ])
  const by = test.own.general.username
  const asked = dataOf('requestRetake', await ask(first.id))
  expect(asked.requested_by).toBe(by)
  expect((await stop())?.retake).toEqual(asked)
  test.advance(1000)
  expect(dataOf('requestRetake', await ask(first.id))).toEqual(asked)
  expect(await waiting(ids)).toEqual([
    [second.id, undefined],
    [first.id, by],
  ])
  await watch.capture(a, { value: 0.5 })
  expect(await stop()).not.toHaveProperty('retake')
  expect(await waiting(ids)).toEqual([
    [first.id, undefined],
    [second.id, undefined],
  ])
})

it('ends when somebody decides about the value, and may be asked for again when that is taken back', async () => {
  const { first, stop } = await walked()
  await ask(first.id)
  test.advance(1000)
  const as = await signedIn()
  await test.ask('PUT', `/api/v1/meter-value/${first.id}`, { as, body: { value: 0.4 } })
  expect(await stop()).not.toHaveProperty('retake')
  test.advance(1000)
  const again = dataOf('requestRetake', await ask(first.id))
  expect((await stop())?.retake).toEqual(again)
})

it('is taken back by who asked, for a moment', async () => {
  const { first, stop } = await walked()
  await ask(first.id)
  expect(failureOf(await withdraw(first.id, test.own.admin)).code).toBe('undo_refused')
  expect(dataOf('withdrawRetake', await withdraw(first.id))).toEqual({ reading_id: first.id })
  expect(await stop()).not.toHaveProperty('retake')
  expect(failureOf(await withdraw(first.id)).code).toBe('undo_refused')
  await ask(first.id)
  test.advance(61_000)
  expect(failureOf(await withdraw(first.id)).code).toBe('undo_refused')
  expect((await stop())?.retake).toBeDefined()
})

it('is refused for meters that nobody photographs on a round', async () => {
  const { database } = test.deps
  const camera = await addDevice(database, test.own.id, { type: 0 })
  const phone = await addDevice(database, test.own.id)
  const group = await watch.add([])
  for (const given of [{ deviceId: camera.id, inspectionId: group.id }, { deviceId: phone.id }]) {
    const meter = await addMeter(database, test.own.id, given)
    const { id } = await watch.capture(meter.id, unsure)
    expect(failureOf(await ask(id)).code).toBe('retake_refused')
  }
})
