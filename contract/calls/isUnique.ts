export const isUnique = (items: readonly unknown[]): boolean => new Set(items).size === items.length
