// Covers docs/requirements.md: 959

import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { createTableReader } from './table-reader.ts'

const reader = createTableReader()
afterAll(() => reader.close())

const lines = Array.from({ length: 20_000 }, (_none, n) => `A-${n},メーター ${n},2026/11/1 9:00,${n}`)
const file = Buffer.from(['管理番号,メーター名,測定日時,測定値', ...lines].join('\r\n'))

it('lets other work go on while it parses', async () => {
  let isOver = false
  let turns = 0
  const reading = reader.read(file, '検針.csv').finally(() => {
    isOver = true
  })
  for (; !isOver; turns++) await setImmediate()
  const { table } = await reading
  expect(table.rows).toHaveLength(20_001)
  // Parsed in this thread it would have one or two.
  expect(turns).toBeGreaterThan(100)
})

it('passes rows of different widths, with empty cells and the numbers of their lines', async () => {
  const { table } = await reader.read(Buffer.from('\na,,b\r\n\r\n"c\nd",a\r\n,,,,e\r\n'), '台帳.csv')
  expect(table.rows).toEqual([
    { number: 2, cells: ['a', '', 'b'] },
    { number: 4, cells: ['c\nd', 'a'] },
    { number: 6, cells: ['', '', '', '', 'e'] },
  ])
})

it('says why a table cannot be read, and where', async () => {
  const refusal = { reason: 'open_quote', line: 2 }
  await expect(reader.read(Buffer.from('a,b\r\n"c,d'), '台帳.csv')).rejects.toMatchObject({ refusal })
  await expect(reader.read(Buffer.from('a,b'), '台帳.xlsx')).rejects.toMatchObject({
    refusal: { reason: 'not_xlsx' },
  })
})

it('reads a table that was read before as if for the first time, and another one of the same name', async () => {
  const first = Buffer.from('a,b\r\n1,2')
  const { table } = await reader.read(first, '台帳.csv')
  const rows = [
    { number: 1, cells: ['a', 'b'] },
    { number: 2, cells: ['1', '2'] },
  ]
  table.rows[1]?.cells.push('changed by its caller')
  expect((await reader.read(first, '台帳.csv')).table.rows).toEqual(rows)
  const other = await reader.read(Buffer.from('a,b\r\n3,4'), '台帳.csv')
  expect(other.table.rows[1]?.cells).toEqual(['3', '4'])
})
