import { narrowingLabel } from './search.ts'

/** The hidden columns of the list are remembered under this name. */
export const storeKey = 'meters'

/** Columns that a person may hide. */
export const hideable = [
  { accessor: 'device', title: '測定端末' },
  { accessor: 'last', title: '最新の測定値' },
  { accessor: 'unit', title: narrowingLabel.units },
  { accessor: 'category', title: narrowingLabel.categories },
  { accessor: 'group', title: narrowingLabel.groups },
  { accessor: 'inspection', title: narrowingLabel.inspections },
  { accessor: 'updated', title: '更新日時' },
] as const
