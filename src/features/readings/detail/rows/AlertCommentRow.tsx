import { TextInput } from '@mantine/core'
import type { Alert } from '../../../../../contract/alerts.ts'
import { useChangeAlertComment } from '../../../../lib/mutations/alertMutations.ts'
import { InlineRow } from '../../../../ui/form/InlineRow.tsx'

interface Props {
  alert: Pick<Alert, 'id' | 'comment'>
  onDirty: (dirty: boolean) => void
}

/** The comment of one’s own confirmation. */
export function AlertCommentRow({ alert: { id, comment }, onDirty }: Props) {
  const change = useChangeAlertComment()
  return (
    <InlineRow<string>
      label="コメント"
      value={comment ?? 'なし'}
      initial={comment ?? ''}
      same={(a, b) => a.trim() === b.trim()}
      onSave={(text) => change.mutateAsync({ id, comment: text })}
      onDirty={onDirty}
      note={() => '前のコメントは変更履歴に残ります。'}
      editor={({ draft, change: write, props }) => (
        <TextInput {...props} value={draft} onChange={({ currentTarget }) => write(currentTarget.value)} />
      )}
    />
  )
}
