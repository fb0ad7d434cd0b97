import { masterStatusNames } from '../../shared/categories/masterNames.ts'

export const statusChoices = masterStatusNames.map((label, value) => ({ value: String(value), label }))

/** メーター 12件; without the number where it is not known. */
export const countedMeters = (used: number | undefined): string =>
  used === undefined ? 'メーター' : `メーター ${used.toLocaleString('ja-JP')}件`
