import { expect, test } from 'vitest'
import type { Capture } from '../../../offline/captures.ts'
import type { Row, Skip } from '../../../offline/rows.ts'
import { check } from './check.ts'
import type { Situation } from './situation.ts'

type Readings = Awaited<ReturnType<Situation['ground']['readingsAfter']>>
type Skips = Awaited<ReturnType<Situation['ground']['skipsAfter']>>

const reading = {
  id: 31,
  pictureSha256: 'aa',
  meterId: 3,
  createdByUserId: 7,
  idempotencyKey: 'k1',
  value: 0.4,
  valueSource: 'accepted',
}
const capture = { id: 'k1', sha256: 'aa', readingId: 31, value: 0.4, valueSource: 'accepted', userId: 7 }
const skip = { id: 41, meterId: 4, userId: 7, reason: 'other', note: '鍵がない', idempotencyKey: 'k2' }
const skipped = {
  id: 'k2',
  kind: 'skip',
  meterId: 4,
  reason: 'other',
  note: '鍵がない',
  owner: { userId: 7, organizationId: 1 },
}

interface Held {
  readings?: object[]
  skips?: object[]
  rows?: object[]
  /** So often the page is on its way to another one when it is asked. */
  onItsWay?: number
  clocks?: number[]
}

/** A run in which meter 3 was photographed and meter 4 skipped by user 7; what it finds. */
function found({
  readings = [reading],
  skips = [skip],
  rows = [capture, skipped],
  clocks = [0],
  onItsWay = 0,
}: Held) {
  let asked = 0
  const at = {
    ground: {
      readingsAfter: () => Promise.resolve(readings as Readings),
      skipsAfter: () => Promise.resolve(skips as Skips),
    },
    phone: {
      run: () => {
        asked += 1
        return Promise.resolve(asked > onItsWay ? (rows as (Capture | Skip)[] satisfies Row[]) : null)
      },
    },
    taken: [{ sha256: 'aa', meterId: 3, userId: 7, said: true }],
    skipped: [{ meterId: 4, userId: 7, reason: 'other', note: '鍵がない' }],
    clocks,
  } as unknown as Situation
  return check(at, { reading: 30, skip: 40 }).then(
    () => null,
    (error: Error) => error.message,
  )
}

test('what arrived once as it was saved is in order', async () => {
  expect(await found({})).toBeNull()
})

test('the rows are read again when the page was on its way to another one', async () => {
  expect(await found({ onItsWay: 1 })).toBeNull()
})

test.each<[string, Held, RegExp]>([
  ['a photograph that did not arrive', { readings: [] }, /aa is lost/],
  ['a photograph that arrived twice', { readings: [reading, { ...reading, id: 32 }] }, /aa arrived 2 times/],
  ['a photograph at another meter', { readings: [{ ...reading, meterId: 4 }] }, /aa is at meter 4/],
  ['a photograph by another person', { readings: [{ ...reading, createdByUserId: 8 }] }, /aa is by 8/],
  ['another value', { readings: [{ ...reading, value: 0.5 }] }, /aa has value 0.5/],
  [
    'a skip that did not arrive',
    { skips: [] },
    /meter 4 by 7: other 鍵がない: 1 said to be saved, 0 arrived/,
  ],
  [
    'a skip that arrived twice',
    { skips: [skip, { ...skip, id: 42, idempotencyKey: 'k3' }] },
    /1 said to be saved, 2 arrived/,
  ],
  ['a skip of another meter', { skips: [{ ...skip, meterId: 3 }] }, /meter 3 by 7.*0 said to be saved/],
  ['a skip by another person', { skips: [{ ...skip, userId: 8 }] }, /meter 4 by 8.*0 said to be saved/],
  [
    'a skip for another reason',
    { skips: [{ ...skip, reason: 'stopped' }] },
    /skip 41 is not as on the phone/,
  ],
  ['a receipt that the phone no longer has', { rows: [skipped] }, /aa has no row on the phone/],
])('%s is found', async (_what, held, words) => {
  expect(await found(held)).toMatch(words)
})

test('receipts may be gone where the clocks of a run lie a day apart', async () => {
  expect(await found({ rows: [], clocks: [0, 1440] })).toBeNull()
  expect(await found({ rows: [], clocks: [-90, 75] })).toMatch(/aa has no row/)
  expect(await found({ rows: [], readings: [], clocks: [0, 1440] })).toMatch(/aa is lost/)
})
