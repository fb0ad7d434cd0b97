import { Button } from '@mantine/core'
import { hasUnsavedInput } from '../../pwa/busy.ts'
import { confirmDiscard } from '../dialog/discard.ts'
import classes from './EditActions.module.css'

interface Props {
  saving: boolean
  onEnd: () => void
}

/** Below the form of a thing's own page: キャンセル, which asks before input is lost, and 更新. */
export function EditActions({ saving, onEnd }: Props) {
  const cancel = async () => {
    if (!hasUnsavedInput() || (await confirmDiscard())) onEnd()
  }
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={() => void cancel()} disabled={saving}>
        キャンセル
      </Button>
      <Button type="submit" loading={saving}>
        更新
      </Button>
    </div>
  )
}
