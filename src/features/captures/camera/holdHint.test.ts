// Covers docs/requirements.md: 527

import { expect, test } from 'vitest'
import { holdHint } from './holdHint.ts'

test('a fault is told when it lasts, and stays through single frames without it', () => {
  const hold = holdHint()
  const frames = ['blur', null, 'blur', 'blur', null, 'dark', 'blur', null, null, null, null] as const
  expect(frames.map(hold)).toEqual([
    null,
    null,
    null,
    'blur',
    'blur',
    'blur',
    'blur',
    'blur',
    'blur',
    null,
    null,
  ])
})

test('a fault that gives way to another is replaced without a gap', () => {
  const hold = holdHint()
  const frames = ['dark', 'dark', 'glare', 'glare', 'glare'] as const
  expect(frames.map(hold)).toEqual([null, 'dark', 'dark', 'dark', 'glare'])
})
