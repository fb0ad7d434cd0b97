// Covers docs/requirements.md: 871

import { expect, it } from 'vitest'
import { anAccount } from '../../../tests/support/responses/account.ts'
import type { Choice } from './choices.ts'
import { loadRecent, saveRecent } from './recentChoices.ts'

const storage = () => {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}
const choice = (id: number): Choice => ({
  type: 'meter',
  label: `計器 ${id}`,
  detail: '',
  to: `/meters/${id}`,
})
const account = anAccount()

it('keeps the last eight choices, newest first and each once', () => {
  const store = storage()
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 2]) saveRecent(choice(id), account, store)
  expect(loadRecent(account, store)).toEqual([2, 9, 8, 7, 6, 5, 4, 3].map(choice))
})

it('keeps them apart by user and organization', () => {
  const store = storage()
  saveRecent(choice(1), account, store)
  expect(loadRecent(anAccount({ id: 2 }), store)).toEqual([])
  const elsewhere = anAccount({ organization: { ...account.organization, id: 2 } })
  expect(loadRecent(elsewhere, store)).toEqual([])
})

it('ignores what it cannot read, and addresses outside the console', () => {
  const store = storage()
  saveRecent(choice(1), account, store)
  const [key = ''] = store.kept.keys()
  for (const kept of [
    '{',
    '[{"type":"meter"}]',
    JSON.stringify([{ ...choice(1), to: 'https://example.com' }]),
  ]) {
    store.setItem(key, kept)
    expect(loadRecent(account, store)).toEqual([])
  }
})
