// Covers docs/requirements.md: 426

import { describe, expect, it } from 'vitest'
import { keyFormSchema, keyInputOf, keyValuesOf } from './keyForm.ts'

const values = { ...keyValuesOf(null), name: '集計システム', userId: 7, expiry: '2027-12-31' }
const pathsOfIssues = (given: object) =>
  keyFormSchema.safeParse({ ...values, ...given }).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('keyFormSchema', () => {
  it('accepts a name of 100 characters, and no longer one', () => {
    expect(pathsOfIssues({ name: 'あ'.repeat(100) })).toEqual([])
    expect(pathsOfIssues({ name: 'あ'.repeat(101) })).toEqual(['name'])
  })

  it('requires a user and a last day', () => {
    expect(pathsOfIssues({ userId: null, expiry: null })).toEqual(['userId', 'expiry'])
  })

  it('accepts no number of calls, or one from 1 on', () => {
    expect(['', '1', '１０'].flatMap((maxCount) => pathsOfIssues({ maxCount }))).toEqual([])
    for (const maxCount of ['0', '-1', '1.5', '多い'])
      expect(pathsOfIssues({ maxCount })).toEqual(['maxCount'])
  })
})

describe('keyInputOf', () => {
  it('lets a key expire at the end of its last day', () => {
    expect(keyInputOf(values).expire_at).toBe('2027-12-31 23:59:59')
  })

  it('sends null if the number of calls is left out', () => {
    expect(keyInputOf(values).max_count).toBeNull()
  })
})
