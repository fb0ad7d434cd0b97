import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import { byteOrderMark, csvText } from '../../ui/table/csvOf.ts'

/** An example of each column that explains itself by one. */
const examples: Record<ImportTarget, Readonly<Record<string, string>>> = {
  meters: {
    code: 'W-001',
    name: '1階 受水槽',
    place_note: '機械室の右奥',
    unit: 'm³',
    category: 'カウンター',
    verification_expires_on: '2030/3/31',
    multiplier: '1',
    digit_number: '6',
    decimal_point: '1',
  },
  readings: { code: 'W-001', name: '1階 受水槽', time: '2026/4/1 9:00', value: '1234.5' },
}

/** A file with the titles that an import knows, and a row as an example. */
export function importTemplate(noun: ImportTarget): string {
  const { columns } = importNouns[noun]
  const lines = [columns.map(({ label }) => label), columns.map(({ key }) => examples[noun][key] ?? '')]
  return byteOrderMark + csvText(lines)
}
