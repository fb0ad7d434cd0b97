/** 2026年11月. `month` as `YYYY-MM`. */
export const monthText = (month: string): string => month.replace(/^(\d+)-0?(\d+)$/, '$1年$2月')
