// Covers docs/requirements.md: 557

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { recordedTimeOf } from './recordedTime.ts'

const at = (time: string) => Date.parse(`${time}+09:00`)
const chosenAt = at('2026-11-26T17:00:00')

async function timeOf(photographed: string | null, modified: string) {
  const IFD2 = photographed && { DateTimeOriginal: photographed, OffsetTimeOriginal: '+09:00' }
  const blank = sharp({ create: { width: 16, height: 12, channels: 3, background: 'grey' } })
  const jpeg = await (IFD2 ? blank.withExif({ IFD2 }) : blank).jpeg().toBuffer()
  const file = { at: at(modified), from: 'file' as const }
  return recordedTimeOf(new Uint8Array(jpeg).buffer, file, chosenAt)
}

test.each([
  ['its own record', '2026:11:26 09:10:00', '2026-11-26T16:59:58', 'photograph', '2026-11-26T09:10:00'],
  ['the time of its file', null, '2026-11-26T09:12:00', 'file', '2026-11-26T09:12:00'],
] as const)('a chosen picture was taken at the time of %s', async (_, exif, modified, from, time) => {
  expect(await timeOf(exif, modified)).toEqual({ at: at(time), from, plausible: true })
})

test.each([
  ['taken for it by the camera app', '2026:11:26 16:59:20', '2026-11-25T00:00:00'],
  ['whose picker gives the present time', null, '2026-11-26T16:59:58'],
  ['of a file from the future', null, '2026-11-27T09:00:00'],
  ['of a file that is more than a year old', null, '2025-11-26T16:59:00'],
])('a picture %s was taken now', async (_, exif, modified) => {
  expect(await timeOf(exif, modified)).toBeNull()
})

test.each([
  ['in the future', '2026:11:26 17:05:00'],
  ['more than a year ago', '2025:11:26 16:59:00'],
] as const)('a record of a time %s is not believed, nor the file then', async (_, exif) => {
  expect(await timeOf(exif, '2026-11-26T09:12:00')).toMatchObject({ plausible: false })
})
