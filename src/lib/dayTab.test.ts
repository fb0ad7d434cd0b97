// Covers docs/requirements.md: 39, 54, 279, 568

import { expect, test } from 'vitest'
import { loadTab, saveTab } from './dayTab.ts'

const tabs = ['inspection', 'abnormal', 'devices'] as const

function heldStorage() {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  }
}

test('the last tab of the day comes back; the first on another day, without one, and for one that does not exist', () => {
  const storage = heldStorage()
  const load = (day: string) => loadTab('homeTab', tabs, day, storage)
  expect(load('2026-11-28')).toBe('inspection')
  saveTab('homeTab', 'devices', '2026-11-28', storage)
  expect(load('2026-11-28')).toBe('devices')
  expect(storage.getItem('homeTab')).toBe('"devices"')
  expect(load('2026-11-29')).toBe('inspection')
  saveTab('homeTab', 'weather', '2026-11-28', storage)
  expect(load('2026-11-28')).toBe('inspection')
})
