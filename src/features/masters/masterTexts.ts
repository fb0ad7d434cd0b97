import { masterStatusNames } from '../../shared/categories/masterNames.ts'

export const statusChoices = masterStatusNames.map((label, value) => ({ value: String(value), label }))
