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
  replacements: {
    code: 'W-001',
    name: '1階 受水槽',
    time: '2026/4/1 9:00',
    old_end_value: '1234.5',
    new_start_value: '0',
    note: '検定満期による交換',
  },
  groups: { name: '給水設備', description: '受水槽とポンプ' },
  inspections: { name: '朝の巡回', contact: '設備課 03-1234-5678' },
  cost_bearers: { name: '1階 テナント', status: '有効' },
  devices: { serial_number: 'CAM-0001', name: '機械室カメラ', type: 'WiFiカメラ' },
  users: {
    email: 'taro.yamada@example.com',
    name: '山田太郎',
    role: '一般ユーザー',
    is_alert_mail: '受け取る',
  },
  readings: { code: 'W-001', name: '1階 受水槽', time: '2026/4/1 9:00', value: '1234.5' },
}

/** A file with the titles that an import knows, and a row as an example. */
export function importTemplate(noun: ImportTarget): string {
  const { columns } = importNouns[noun]
  const lines = [columns.map(({ label }) => label), columns.map(({ key }) => examples[noun][key] ?? '')]
  return byteOrderMark + csvText(lines)
}
