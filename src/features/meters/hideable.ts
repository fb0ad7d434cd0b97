import { narrowingLabel } from './search.ts'

/** The hidden columns of the list are remembered under this name. */
export const storeKey = 'meters'

/** Heads of the columns that a person may hide; apart from the columns, which no phone loads. */
export const heads = {
  device: '測定端末',
  last: '最新の測定値',
  unit: narrowingLabel.units,
  category: narrowingLabel.categories,
  group: narrowingLabel.groups,
  inspection: narrowingLabel.inspections,
  updated: '更新日時',
}

export const hideable = Object.entries(heads).map(([accessor, title]) => ({ accessor, title }))
