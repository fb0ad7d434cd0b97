import { describe, expect, it } from 'vitest'
import { type GroupRow, rowsOfGroups, rowsOfInspections, selectRows } from './rows.ts'

const row = (id: number, name: string, description: string, at: string): GroupRow => ({
  id,
  name,
  description,
  at,
  time: at,
})
const rows = [
  row(1, '10号棟', '受水槽とﾎﾟﾝﾌﾟ', '2026-11-02T00:00:00Z'),
  row(2, '2号棟', '', '2026-11-01T00:00:00Z'),
  row(3, 'Ｂ棟', 'ボイラー', '2026-11-03T00:00:00Z'),
]
const ids = (search: Parameters<typeof selectRows>[1]) => selectRows(rows, search).map(({ id }) => id)

describe('rows of groups', () => {
  it('stand by name, figures by their value, unless asked otherwise', () => {
    expect(ids({})).toEqual([2, 1, 3])
    expect(ids({ order: 'desc' })).toEqual([3, 1, 2])
    expect(ids({ sort: 'time' })).toEqual([2, 1, 3])
    expect(ids({ sort: 'time', order: 'desc' })).toEqual([3, 1, 2])
  })

  it('are searched whatever width and case was typed', () => {
    expect(ids({ name: 'b' })).toEqual([3])
    expect(ids({ description: 'ポンプ' })).toEqual([1])
    expect(ids({ time: '11-03' })).toEqual([3])
    expect(ids({ name: '棟', description: 'ない言葉' })).toEqual([])
  })

  it('show the creation of a meter group and the last change of an inspection group, in the organization’s zone', () => {
    const times = { created_at: '2026-11-20T00:00:00Z', updated_at: '2026-11-20T01:00:00Z' }
    const both = { id: 1, name: '甲', organization_id: 1, ...times }
    expect(rowsOfGroups([{ ...both, description: '' }], 'Asia/Tokyo')[0]?.time).toContain('09:00')
    expect(rowsOfInspections([both], 'Asia/Tokyo')[0]?.time).toContain('10:00')
  })
})
