import { expect, test, vi } from 'vitest'
import { loadTab, saveTab } from './tabs.ts'

const holding = (text: string | null) => ({ getItem: (key: string) => (key === 'homeTab' ? text : null) })

test('the last tab comes back; the first where none is remembered or none that exists', () => {
  expect(loadTab(holding('"devices"'))).toBe('devices')
  expect(loadTab(holding(null))).toBe('inspection')
  expect(loadTab(holding('"weather"'))).toBe('inspection')
  const setItem = vi.fn()
  saveTab('devices', { setItem } as unknown as Storage)
  expect(setItem).toHaveBeenCalledExactlyOnceWith('homeTab', '"devices"')
})
