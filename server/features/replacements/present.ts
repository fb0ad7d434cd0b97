import type { Replacement } from '../../../contract/replacements.ts'
import type { Presenter } from '../../presenter.ts'
import type { ReplacementRow } from './repository.ts'

export const presentReplacement = (row: ReplacementRow, present: Presenter): Replacement => ({
  id: row.id,
  meter_id: row.meter_id,
  replaced_at: present.instant(row.at),
  old_end_value: row.old_end_value,
  new_start_value: row.new_start_value,
  note: row.note,
  user: row.username === null ? null : { id: row.user_id, username: row.username },
  created_at: present.instant(row.created_at),
})
