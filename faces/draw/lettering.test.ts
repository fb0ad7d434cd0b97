import { expect, it } from 'vitest'
import { lettering } from './lettering.ts'

it('prints nothing but numbers into its outlines, wherever the text stands', () => {
  // One outline has a coordinate within 1e-9 of an integer.
  const text = 'GIS 1号 ガス圧力'
  expect(lettering(text, { x: 166, y: 34, size: 25, fill: '#000' })).not.toContain('NaN')
  expect(lettering(text, { x: 166, y: 34, size: 25, fill: '#000' })).toMatch(
    /^<path d="[MLQCZ\d. -]+" fill="#000"\/>$/,
  )
})

it('refuses a character that no font has, rather than leave a gap', () => {
  expect(() => lettering('◂', { x: 0, y: 0, size: 10, fill: '#000' })).toThrow('◂')
})
