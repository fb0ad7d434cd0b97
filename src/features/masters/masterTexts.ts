import { masterStatusNames } from '../../ui/text/masterNames.ts'

export const statusChoices = masterStatusNames.map((label, value) => ({ value: String(value), label }))
