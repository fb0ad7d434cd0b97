// Covers docs/requirements.md: 195

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wifiText } from './wifiText.ts'

test('an access point stands in the WPA form, the five characters of the form escaped', () => {
  expect(wifiText('工場-2F', 'himitsu2026')).toBe('WIFI:T:WPA;S:工場-2F;P:himitsu2026;;')
  expect(wifiText(String.raw`a\b;c,d:e"f`, "x y'z")).toBe(String.raw`WIFI:T:WPA;S:a\\b\;c\,d\:e\"f;P:x y'z;;`)
})

test('name and password come back whole, whatever characters they hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (ssid, password) => {
      const [, first, second] = /^WIFI:T:WPA;S:((?:\\.|[^\\;])*);P:((?:\\.|[^\\;])*);;$/su.exec(
        wifiText(ssid, password),
      ) ?? ['', '', '']
      const plain = [first, second].map((part) => part?.replace(/\\(.)/gsu, '$1'))
      expect(plain).toEqual([ssid, password])
    }),
  )
})
