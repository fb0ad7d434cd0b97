// Covers docs/requirements.md: 961

import { expect, test } from 'vitest'
import { awkwardNames, reimported } from '../../../tests/support/reimported.ts'
import { csvOf } from '../../ui/table/csvOf.ts'
import { namedColumns } from './masterColumns.tsx'

test('the exported 負担先 are unchanged when they are imported again', async () => {
  const rows = awkwardNames.map((name, id) => ({ id, name, status: (id % 2) as 0 | 1 }))
  const options = { usageOf: () => 1200, onEdit: () => undefined, onDelete: () => undefined }
  const file = csvOf(namedColumns('負担先名', options), rows)
  const stored = rows.map(({ id, name, status }) => ({ id, values: { name, status } }))
  expect(await reimported('cost_bearers', file, stored)).toEqual(rows.map(() => 'unchanged'))
})
