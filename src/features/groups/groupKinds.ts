import { IconClipboardCheck, IconFolders } from '@tabler/icons-react'
import type { Group } from '../../../contract/groups.ts'
import type { Inspection } from '../../../contract/inspections.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { Round } from '../../../contract/rounds.ts'

/** Differences of the two lists. */
export interface GroupKind {
  /** Also the localStorage key. */
  name: 'inspections' | 'groups'
  label: '点検グループ' | 'メーターグループ'
  icon: typeof IconFolders
  /** Of the time column. */
  timeLabel: '更新日時' | '作成日時'
  /** Of the CSV file. */
  fileName: string
  /** Rows have a description; the others have a contact. */
  described: boolean
}

export const inspectionKind: GroupKind = {
  name: 'inspections',
  label: '点検グループ',
  icon: IconClipboardCheck,
  timeLabel: '更新日時',
  fileName: 'inspection-group-list.csv',
  described: false,
}

export const groupKind: GroupKind = {
  name: 'groups',
  label: 'メーターグループ',
  icon: IconFolders,
  timeLabel: '作成日時',
  fileName: 'meter-group-list.csv',
  described: true,
}

export const kinds = [inspectionKind, groupKind] as const

export interface GroupRow {
  id: number
  name: string
  /** Empty for inspection groups. */
  description: string
  /** Whom an inspector calls about an abnormal value; empty for meter groups. */
  contact: string
  /** Time of creation of meter groups, of the last change of inspection groups. */
  at: string
  /** How many belong to it. */
  meters: number
  /** How many of them its rounds visit: those read by phone; 0 for meter groups. */
  stops: number
  /** In charge of its rounds; null: nobody, and for meter groups. */
  assignee: string | null
}

const count = (meters: readonly Meter[], belongs: (meter: Meter) => boolean) => meters.filter(belongs).length

export const rowOfGroup = (
  { id, name, description, created_at: at }: Group,
  meters: readonly Meter[],
): GroupRow => ({
  id,
  name,
  description,
  contact: '',
  at,
  meters: count(meters, ({ meter_group_id }) => meter_group_id === id),
  stops: 0,
  assignee: null,
})

export const rowOfInspection = (
  { id, name, contact, updated_at: at }: Inspection,
  meters: readonly Meter[],
  rounds: readonly Round[],
): GroupRow => {
  const round = rounds.find(({ inspection_id }) => inspection_id === id)
  return {
    id,
    name,
    description: '',
    contact,
    at,
    meters: count(meters, ({ inspection_id }) => inspection_id === id),
    stops: round?.stops.length ?? 0,
    assignee: round?.assignee?.username ?? null,
  }
}
