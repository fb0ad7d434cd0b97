import { type Role, role } from '../../../contract/access.ts'

export type SectionName = 'abnormal' | 'closings' | 'rounds'

export const sectionTitles: Record<SectionName, string> = {
  abnormal: '今おかしいもの',
  closings: '締めまで',
  rounds: '今日の残り',
}

/** Sections in the order in which a user needs them. */
export const sectionsOf = (of: Role): readonly SectionName[] =>
  of >= role.admin ? ['abnormal', 'closings', 'rounds'] : ['rounds', 'abnormal', 'closings']

export interface Count {
  name: string
  /** Undefined while it loads; null: unknown. */
  count: number | null | undefined
  /** When it was fetched, milliseconds since 1970 by this device's clock; null: it is known at any time. */
  fetchedAt: number | null
}

export const isZero = ({ count }: Count): boolean => count === 0

/** When the oldest of these was fetched; null: nothing has been fetched. */
export function oldestOf(counts: readonly Count[]): number | null {
  const times = counts.flatMap(({ count, fetchedAt }) =>
    count == null || fetchedAt === null ? [] : [fetchedAt],
  )
  return times.length === 0 ? null : Math.min(...times)
}

/** Says in one line what there is none of; null: there is some of everything, or it is unknown. */
export function zerosText(counts: readonly Count[]): string | null {
  const names = counts.filter(isZero).map(({ name }) => name)
  return names.length === 0 ? null : `${names.join('、')}はありません`
}
