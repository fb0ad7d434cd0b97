/** What tells the two tables apart. */
export interface GroupKind {
  /** Remembered and stored under this name. */
  name: 'inspections' | 'groups'
  label: '点検グループ' | 'メーターグループ'
  /** Of its time column. */
  timeLabel: '更新日時' | '作成日時'
  /** Its rows have a description. */
  described: boolean
}

export const inspectionKind: GroupKind = {
  name: 'inspections',
  label: '点検グループ',
  timeLabel: '更新日時',
  described: false,
}

export const groupKind: GroupKind = {
  name: 'groups',
  label: 'メーターグループ',
  timeLabel: '作成日時',
  described: true,
}

export const kinds = [inspectionKind, groupKind] as const
