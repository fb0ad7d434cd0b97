const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

/** Days of the week, Sunday is 0: `毎日`, `平日`, `毎週土・日曜日`. */
export function weekdaysText(days: readonly number[]): string {
  const known = new Set(days)
  if (known.size === weekdays.length) return '毎日'
  if (known.size === 5 && !known.has(0) && !known.has(6)) return '平日'
  // As a calendar of rounds begins: on Monday.
  const order = [1, 2, 3, 4, 5, 6, 0].filter((day) => known.has(day))
  return `毎週${order.map((day) => weekdays[day] ?? '').join('・')}曜日`
}
