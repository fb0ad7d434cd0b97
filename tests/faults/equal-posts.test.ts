import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { dataOf } from '../support/data.ts'
import { expect } from '../support/expect.ts'
import { callerOf } from '../support/http.ts'
import { addGauge, gaugePicture, sha256Of } from '../support/rendered-meters.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('requirement 17: five equal posts at the same moment give one reading and five equal receipts', async () => {
  const caller = await callerOf(site.origin, await site.addUser())
  const meter = await addGauge(site)
  const { jpeg } = await gaugePicture(0.42)
  const [key, at] = [randomUUID(), new Date()]

  const answers = await Promise.all(Array.from({ length: 5 }, () => caller.sendCapture(meter, jpeg, key, at)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
  const [first, ...others] = answers.map((answer) => dataOf('createCapture', answer))
  for (const other of others) expect(other).toEqual(first)
  expect(first).toMatchObject({ key, sha256: sha256Of(jpeg), length: jpeg.length })
  expect(await site.readings()).toMatchObject([{ id: first?.id, idempotencyKey: key }])
})

test('requirement 17: the same bytes under another key are another reading', async () => {
  const caller = await callerOf(site.origin, await site.addUser())
  const meter = await addGauge(site)
  const { jpeg } = await gaugePicture(0.42)
  const [one, two] = [await caller.sendCapture(meter, jpeg), await caller.sendCapture(meter, jpeg)]
  expect([one.status, two.status]).toEqual([201, 201])
  expect(dataOf('createCapture', one).id).not.toBe(dataOf('createCapture', two).id)
})
