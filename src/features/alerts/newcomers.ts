interface Row {
  id: number
}

/**
 * Tells which rows have begun since the first look. The list shows only the newest: an old one that comes into sight
 * because others have gone is none of them.
 */
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
