import { TextInput } from '@mantine/core'
import { InlineRow } from '../../../../ui/form/InlineRow.tsx'
import { ScreenLink } from '../../../../ui/layout/ScreenLink.tsx'

interface Props {
  label: string
  name: string
  route: '/meters/$id' | '/devices/$id'
  id: number
  /** Error when empty. */
  required: string
  save: ((name: string) => Promise<unknown>) | undefined
  onDirty: (dirty: boolean) => void
}

/** A name linked to its screen. */
export const LinkedNameRow = ({ label, name, route, id, required, save, onDirty }: Props) => (
  <InlineRow
    label={label}
    value={
      <ScreenLink route={route} params={{ id: String(id) }}>
        {name}
      </ScreenLink>
    }
    initial={name}
    same={(a, b) => a.trim() === b.trim()}
    validate={(typed) => (typed.trim() === '' ? required : null)}
    onSave={async (typed) => save?.(typed.trim())}
    onDirty={onDirty}
    note={() =>
      route === '/meters/$id'
        ? 'メーターの名前です。このメーターのすべての測定値に反映されます。'
        : '端末の名前です。この端末で測定するすべてのメーターに反映されます。'
    }
    editor={
      save &&
      (({ draft, change, props }) => (
        <TextInput {...props} value={draft} onChange={({ currentTarget }) => change(currentTarget.value)} />
      ))
    }
  />
)
