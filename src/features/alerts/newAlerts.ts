interface Row {
  id: number
}

/** Returns the rows added since the first call. Ids ascend by creation. */
export function createNewRowDetector(): <R extends Row>(rows: readonly R[]) => R[] {
  let before: number | null = null
  const reported = new Set<number>()
  return (rows) => {
    if (before === null) {
      before = Math.max(0, ...rows.map(({ id }) => id))
      return []
    }
    const greatest = before
    const fresh = rows.filter(({ id }) => id > greatest && !reported.has(id))
    for (const { id } of fresh) reported.add(id)
    return fresh
  }
}

/** Limit of names in a notification. */
const maxNames = 3

/** Notifications on screen: single ones, or one merged. */
export interface ShownNotifications<R> {
  each: readonly R[]
  together: readonly R[]
}

/**
 * The notifications after `fresh` rows arrived. Merged ones stay merged, so that small batches do not pile up.
 * `isUnread`: not yet closed by the user; more than `max` are merged.
 */
export function addNotifications<R>(
  before: ShownNotifications<R>,
  fresh: readonly R[],
  isUnread: (what: R | 'together') => boolean,
  max: number,
): ShownNotifications<R> {
  const each = before.each.filter(isUnread)
  const together = isUnread('together') ? before.together : []
  const all = [...fresh, ...each, ...together]
  if (together.length > 0 || all.length > max) return { each: [], together: all }
  return { each: all, together: [] }
}

/** 「A、B、C ほか 20 件」 */
export function joinNames(names: readonly string[]): string {
  const first = names.slice(0, maxNames).join('、')
  return names.length > maxNames ? `${first} ほか ${names.length - maxNames} 件` : first
}
