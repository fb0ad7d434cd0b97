// Covers docs/requirements.md: 897, 899

import { describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import { oldestOf, sectionsOf, zerosText } from './sections.ts'

const count = (name: string, of: number | null | undefined, fetchedAt: number | null = 1) => ({
  name,
  count: of,
  fetchedAt,
})

describe('sectionsOf', () => {
  it('returns first what a user of the role has to do first', () => {
    expect(sectionsOf(role.general)).toEqual(['rounds', 'abnormal', 'closings'])
    expect(sectionsOf(role.admin)).toEqual(['abnormal', 'closings', 'rounds'])
    expect(sectionsOf(role.system)).toEqual(['abnormal', 'closings', 'rounds'])
  })
})

describe('zerosText', () => {
  it('names what there is none of, and never what is unknown or loading', () => {
    const counts = [count('アラート', 0), count('端末', null), count('締め', undefined), count('残り', 2)]
    expect(zerosText([...counts, count('未送信', 0)])).toBe('アラート、未送信はありません')
    expect(zerosText(counts.slice(1))).toBeNull()
  })
})

describe('oldestOf', () => {
  it('returns the time of the oldest count that is known', () => {
    expect(oldestOf([count('a', 1, 30), count('b', 0, 20), count('c', null, 10), count('d', 1, null)])).toBe(
      20,
    )
    expect(oldestOf([count('c', null, 10), count('d', 0, null)])).toBeNull()
  })
})
