// Covers docs/requirements.md: 563

import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { fold, searchText } from '../../text/searchText.ts'
import { searchable } from './searchable.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const inSql = async (texts: readonly string[]): Promise<string[]> => {
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute<{ folded: string }>(sql`
      select ${searchable(sql`value`)} as folded
      from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as each(value, place)
      order by place`),
  )
  return rows.map(({ folded }) => folded)
}

it.each([
  ['A-1', 'Ａ－１', 'a‐1', 'A‑1', 'A–1', 'A—1', 'A―1', 'A−1', 'Aー1', 'Aｰ1', 'A─1', 'A━1', 'A⁃1'],
  ['A・1', 'A･1', 'A·1', 'A•1', 'A‧1', 'A∙1', 'A⋅1'],
  ['10〜20', '10～20', '10~20', '１０∼２０'],
  ['霞ヶ関', '霞ケ関', '霞ヵ関', '霞カ関', '霞か関', '霞ヶ\u200b関', '霞ヶ関\ufe00'],
  ['髙崎', '高﨑', '高崎', '高\u{e0100}崎'],
  ['曽根', '曾根'],
  ['桧総応条', '檜總應條'],
  ['寿篭鴎', '壽籠鷗'],
  ['ガス', 'カ\u3099ス', 'ｶﾞｽ', 'がす'],
])('counts %s as what looks like it, in both languages', async (...texts) => {
  expect(new Set(texts.map(searchText)).size).toBe(1)
  expect(new Set(await inSql(texts)).size).toBe(1)
})

it('tells different names apart', () => {
  expect(searchText('ガス')).not.toBe(searchText('カス'))
  expect(searchText('高崎')).not.toBe(searchText('高碕'))
})

const ranges: readonly (readonly [number, number])[] = [
  [0x20, 0x17f],
  [0x391, 0x3c9],
  [0x2000, 0x2064],
  [0x2212, 0x2212],
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xf900, 0xfa2d],
  [0xfe00, 0xfe0f],
  [0xff01, 0xff9f],
  [0xe0100, 0xe01ef],
]
const letter = fc.oneof(
  ...ranges.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
  fc.constantFrom(...fold.letters),
)

it('folds every text in SQL as in TypeScript', async () => {
  const texts = fc.array(fc.string({ unit: letter, maxLength: 12 }), { maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      expect(await inSql(given)).toEqual(given.map(searchText))
    }),
  )
})
