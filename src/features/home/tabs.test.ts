import { expect, test } from 'vitest'
import { recallTab } from './tabs.ts'

const holding = (text: string | null) => ({ getItem: () => text }) as Pick<Storage, 'getItem'>

test('the last tab comes back; the first where none is remembered or none that exists', () => {
  expect(recallTab(holding('"devices"'))).toBe('devices')
  expect(recallTab(holding(null))).toBe('inspection')
  expect(recallTab(holding('"weather"'))).toBe('inspection')
})
