// Covers docs/requirements.md: 937

import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { categoryType } from '../contract/categories.ts'
import { readPicture } from '../reader/node/index.ts'
import settings from '../src/features/home/first-steps/trial/settings.json' with { type: 'json' }

it.each([
  ['normal', 0.42],
  ['abnormal', 0.87],
])('the photograph %s of the trial meter is read as %d with its settings', async (name, value) => {
  const file = new URL(`../src/features/home/first-steps/trial/${name}.jpg`, import.meta.url)
  const read = await readPicture(await readFile(file), {
    type: categoryType.circle,
    settings: settings.settings,
    area: null,
    axis: settings.pins.axis,
    radius: settings.pins.radius,
    digitNumber: 0,
    decimalPoint: settings.decimal_point,
    range: { start: settings.start_value, end: settings.end_value },
    boost: false,
  })
  expect(read).toMatchObject({ value: expect.closeTo(value, 2), confidence: 1 })
})
