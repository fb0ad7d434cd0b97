// Covers docs/requirements.md: 1026

import { expect, it } from 'vitest'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aRound, aStop } from '../../../../tests/support/responses/rounds.ts'
import { metersOfList } from './metersOfList.ts'

const meters = [
  { id: 1, name: '１０号', code: 'K-10' },
  { id: 2, name: '１１号', code: null },
  { id: 3, name: '１号', code: 'K-1' },
  { id: 4, name: '２号', code: 'K-2' },
  { id: 5, name: '３号', code: null },
].map((fields) => aMeter({ ...fields, meter_group_id: 7, inspection_id: 8 }))
const rounds = [aRound({ inspection_id: 8, stops: [aStop(2), aStop(1)] })]
const namesOf = (search: Parameters<typeof metersOfList>[2]) =>
  metersOfList(meters, rounds, search).map(({ name }) => name)

it('follows 管理番号 by the value of its numbers, and names where there is none', () => {
  expect(namesOf({ group: 7 })).toEqual(['１号', '２号', '１０号', '３号', '１１号'])
})

it('begins with the stops of a round in their order', () => {
  expect(namesOf({ inspection: 8 })).toEqual(['１１号', '１０号', '１号', '２号', '３号'])
})
