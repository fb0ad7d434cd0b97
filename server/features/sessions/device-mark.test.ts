import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createMark, isValidMark, parseMarkCookie, serializeMarkCookie } from './device-mark.ts'

const key = randomBytes(32)
const mark = createMark(key)

it('finds a mark among other cookies', () => {
  const sent = serializeMarkCookie(mark, true).split(';')[0] ?? ''
  for (const header of [sent, `a=b; ${sent}`, `${sent}; c=d`, `a="x y";${sent}; c`]) {
    expect(parseMarkCookie(header)).toBe(mark)
  }
})

it.each([
  undefined,
  '',
  'kenshin_device=',
  `other_kenshin_device=${mark}`,
  `kenshin_device=${mark}x`,
  `kenshin_device=${mark.slice(1)}`,
  `kenshin_device=${mark.slice(1)}'`,
])('takes %s for no mark', (header) => {
  expect(parseMarkCookie(header)).toBeNull()
})

it('tells a mark that the server made from any other', () => {
  expect(isValidMark(key, mark)).toBe(true)
  expect(isValidMark(randomBytes(32), mark)).toBe(false)
  expect(isValidMark(key, randomBytes(32).toString('base64url'))).toBe(false)
})
