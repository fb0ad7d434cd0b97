import { expect, test, vi } from 'vitest'
import { recallTab, rememberTab } from './tabs.ts'

const holding = (text: string | null) => ({ getItem: (key: string) => (key === 'homeTab' ? text : null) })

test('the last tab comes back; the first where none is remembered or none that exists', () => {
  expect(recallTab(holding('"devices"'))).toBe('devices')
  expect(recallTab(holding(null))).toBe('inspection')
  expect(recallTab(holding('"weather"'))).toBe('inspection')
  const setItem = vi.fn()
  rememberTab('devices', { setItem } as unknown as Storage)
  expect(setItem).toHaveBeenCalledExactlyOnceWith('homeTab', '"devices"')
})
