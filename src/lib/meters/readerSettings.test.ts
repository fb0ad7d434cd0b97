// Covers docs/requirements.md: 4

import { expect, test } from 'vitest'
import { categoryType } from '../../../contract/categories.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { readerSettingsOf } from './readerSettings.ts'

test('a phone reads with AI boost where the meter has it', () => {
  const boosts = [true, false].map(
    (given) => readerSettingsOf(aMeter({ use_ai_boost: given }), categoryType.counter).boost,
  )
  expect(boosts).toEqual([true, false])
})
