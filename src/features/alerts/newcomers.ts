interface Row {
  id: number
}

/** Tells which rows have been opened since the first look. Rows are numbered as they are opened. */
export function createNewcomers(): <R extends Row>(rows: readonly R[]) => R[] {
  let before: number | null = null
  const told = new Set<number>()
  return (rows) => {
    if (before === null) {
      before = Math.max(0, ...rows.map(({ id }) => id))
      return []
    }
    const greatest = before
    const fresh = rows.filter(({ id }) => id > greatest && !told.has(id))
    for (const { id } of fresh) told.add(id)
    return fresh
  }
}

/** More than these are not told by name. */
const mostNames = 3

/** How a screen tells of what is new: each by itself, or all as one. */
export interface Told<R> {
  each: readonly R[]
  together: readonly R[]
}

/**
 * What stands on the screen after more have come. Those told as one stay one, so that what comes in many small
 * pieces does not pile up; `isUnread`: the person has not closed what tells of it; more than `most` are told as one.
 */
export function addNews<R>(
  before: Told<R>,
  fresh: readonly R[],
  isUnread: (what: R | 'together') => boolean,
  most: number,
): Told<R> {
  const each = before.each.filter(isUnread)
  const together = isUnread('together') ? before.together : []
  const all = [...fresh, ...each, ...together]
  if (together.length > 0 || all.length > most) return { each: [], together: all }
  return { each: all, together: [] }
}

/** 「A、B、C ほか 20 件」 */
export function namesText(names: readonly string[]): string {
  const first = names.slice(0, mostNames).join('、')
  return names.length > mostNames ? `${first} ほか ${names.length - mostNames} 件` : first
}
