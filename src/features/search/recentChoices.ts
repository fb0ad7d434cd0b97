import * as z from 'zod/mini'
import type { Account } from '../../../contract/users.ts'
import { type Choice, keyOf, typeLabels } from './choices.ts'

const limit = 8

const schema = z.array(
  z.object({
    type: z.enum(Object.keys(typeLabels) as [Choice['type'], ...Choice['type'][]]),
    label: z.string(),
    detail: z.string(),
    to: z.string().check(z.regex(/^\/(?!\/)/)),
    search: z.optional(z.record(z.string(), z.unknown())),
  }),
)

/** In localStorage, which signing out empties. */
const keyFor = ({ id, organization }: Account) => `recentSearches:${id}:${organization.id}`

/** What this user chose last in this organization, newest first; empty if missing or invalid. */
export function loadRecent(account: Account, storage: Pick<Storage, 'getItem'>): Choice[] {
  try {
    return schema.parse(JSON.parse(storage.getItem(keyFor(account)) ?? ''))
  } catch {
    return []
  }
}

export function saveRecent(chosen: Choice, account: Account, storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const others = loadRecent(account, storage).filter((choice) => keyOf(choice) !== keyOf(chosen))
  storage.setItem(keyFor(account), JSON.stringify([chosen, ...others].slice(0, limit)))
}
