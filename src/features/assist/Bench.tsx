import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { StatusPill } from '../../ui/StatusPill.tsx'
import classes from './Bench.module.css'
import { historyKey } from './keys.ts'

interface Props {
  /** The picture with its tools. */
  stage: ReactNode
  panel: ReactNode
  /** Shown in place of the panel while it is there. */
  trial: ReactNode
  /** What stands when everything is set, such as 「AIアシスト設定済み」; null while it is being set. */
  done: string | null
  saving: 'register' | 'initialise' | null
  canvasSize?: number | undefined
  /** The last thing that moved, in words. */
  news: string
  onTry: () => void
  onRegister: () => void
  onInitialise: () => void
  onUndo: () => void
  onRedo: () => void
}

/** Picture and panel side by side, one above the other on phones, with the actions below. */
export function Bench({
  stage,
  panel,
  trial,
  done,
  saving,
  canvasSize,
  news,
  onTry,
  onRegister,
  onInitialise,
  onUndo,
  onRedo,
}: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const wish = done === null ? historyKey(event) : null
    if (wish === null) return
    event.preventDefault()
    const bench = event.currentTarget
    if (wish === 'undo') onUndo()
    else onRedo()
    // What had the focus may be gone with the step; the next key is still meant for this dialog.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        bench.querySelector<HTMLElement>('[role=application]')?.focus()
    })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that hold in the whole dialog; the tools have buttons for them
    <div
      className={classes.bench}
      data-trial={trial ? true : undefined}
      data-fixed={canvasSize !== undefined || undefined}
      onKeyDown={onKeyDown}
    >
      <div className={classes.stage}>{stage}</div>
      <div className={classes.panel}>
        {done !== null && (
          <p className={classes.done}>
            <StatusPill tone="normal">{done}</StatusPill>
            変更するには初期化してください。
          </p>
        )}
        {trial || panel}
      </div>
      <div className={classes.actions}>
        {done !== null && (
          <Button
            variant="default"
            color="red"
            onClick={onInitialise}
            loading={saving === 'initialise'}
            disabled={saving !== null}
          >
            初期化
          </Button>
        )}
        <span className={classes.space} />
        {!trial && (
          <Button variant="default" leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={onTry}>
            試し読み
          </Button>
        )}
        <Button
          onClick={onRegister}
          loading={saving === 'register'}
          disabled={done !== null || saving !== null}
        >
          登録
        </Button>
      </div>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </div>
  )
}
