// Covers docs/requirements.md: 961

import { expect, test } from 'vitest'
import { awkwardNames, reimported } from '../../../tests/support/reimported.ts'
import { csvOf } from '../../ui/table/csvOf.ts'
import { exportedColumns } from './groupColumns.tsx'
import { groupKind, inspectionKind } from './groupKinds.ts'

const at = '2026-11-30T09:00:00+09:00'
const rows = awkwardNames.map((name, id) => ({
  id,
  name,
  description: id % 2 === 0 ? '' : `1行目\r\n${name}`,
  contact: id % 3 === 0 ? '' : name,
  at,
  meters: id,
  stops: id,
  assignee: id === 0 ? null : '点検 太郎',
}))

test('the exported meter groups are unchanged when they are imported again', async () => {
  const stored = rows.map(({ id, name, description }) => ({ id, values: { name, description } }))
  const file = csvOf(exportedColumns(groupKind, 'Asia/Tokyo'), rows)
  expect(await reimported('groups', file, stored)).toEqual(rows.map(() => 'unchanged'))
})

test('the exported inspection groups are unchanged when they are imported again', async () => {
  const stored = rows.map(({ id, name, contact }) => ({ id, values: { name, contact } }))
  const file = csvOf(exportedColumns(inspectionKind, 'Asia/Tokyo'), rows)
  expect(await reimported('inspections', file, stored)).toEqual(rows.map(() => 'unchanged'))
})
