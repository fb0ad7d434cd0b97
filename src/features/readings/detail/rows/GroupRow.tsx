import { nameIn } from '../../../../lib/queries/masters.ts'
import { CreatableSelect } from '../../../../ui/form/CreatableSelect.tsx'
import { InlineRow } from '../../../../ui/form/InlineRow.tsx'
import { unregistered } from './rowProps.ts'

interface Props {
  label: 'メーターグループ' | '点検グループ'
  rows: readonly { id: number; name: string }[]
  groupId: number | null
  /** Adds a group and returns its id. */
  create: (name: string) => Promise<number>
  save: ((id: number | null) => Promise<unknown>) | undefined
  onDirty: (dirty: boolean) => void
}

/** Selects a group or none; can add a new one. */
export const GroupRow = ({ label, rows, groupId, create, save, onDirty }: Props) => (
  <InlineRow<number | null>
    label={label}
    value={nameIn(rows, groupId) ?? unregistered}
    initial={groupId}
    onSave={async (id) => save?.(id)}
    onDirty={onDirty}
    note={() => `${label}はメーターの設定です。このメーターのすべての測定値に反映されます。`}
    editor={
      save &&
      (({ draft, change, props: { 'aria-label': _, ...input } }) => (
        <CreatableSelect
          {...input}
          label={label}
          labelHidden
          rows={rows}
          value={draft}
          onChange={change}
          onCreate={create}
        />
      ))
    }
  />
)
