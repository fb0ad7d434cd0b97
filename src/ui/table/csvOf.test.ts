import { expect, test } from 'vitest'
import { csvOf } from './csvOf.ts'

test('a spreadsheet gets what the columns say, separators quoted and formulas disarmed', () => {
  const columns = [
    { key: 'name', title: '端末名', text: ({ name }: { name: string }) => name },
    { key: 'actions', title: '操作' },
    { key: 'meters', title: '測定メーター', text: () => null },
  ]
  const rows = [{ name: '1号機, "北"' }, { name: '=SUM(A1)' }]
  expect(csvOf(columns, rows)).toBe('\uFEFF端末名,測定メーター\r\n"1号機, ""北""",\r\n\'=SUM(A1),\r\n')
})

test('a negative number stays one for the spreadsheet', () => {
  const columns = [{ key: 'usage', title: '使用量', text: (text: string) => text }]
  expect(csvOf(columns, ['-8', '-2.9', '-1+1'])).toBe("\uFEFF使用量\r\n-8\r\n-2.9\r\n'-1+1\r\n")
})
