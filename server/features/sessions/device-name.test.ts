// Covers docs/requirements.md: 442

import { expect, it } from 'vitest'
import { deviceName } from './device-name.ts'

const mozilla = 'Mozilla/5.0'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0'
const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Windows パソコンの Chrome'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/139.0.0.0`,
    'Windows パソコンの Edge',
  ],
  [`${mozilla} (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Android スマートフォンの Chrome'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webKit} Version/18.6 Mobile/15E148 Safari/604.1`,
    'iPhoneの Safari',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webKit} CriOS/139.0.0.0 Mobile/15E148 Safari/604.1`,
    'iPhoneの Chrome',
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.6 Safari/605.1.15`, 'Macの Safari'],
  [`${mozilla} (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0`, 'Linux パソコンの Firefox'],
  ['curl/8.5.0', '不明な端末'],
  [null, '不明な端末'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
