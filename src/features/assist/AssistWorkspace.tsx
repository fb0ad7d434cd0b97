import { Box, Button, Flex } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import type { Point, ReaderSettings } from '../../../reader/web/index.ts'
import { StageToolbar } from '../../shared/marks/StageToolbar.tsx'
import { undoRedoKey } from '../../shared/marks/undoRedoKey.ts'
import { PictureStage } from '../../ui/stage/PictureStage.tsx'
import type { CanvasHandlers } from '../../ui/stage/stage.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './AssistWorkspace.module.css'
import { Trial } from './Trial.tsx'
import type { Editor } from './useEditor.ts'

interface Props<Draft extends { proposed: readonly unknown[] }, Setting> {
  editor: Editor<Draft, Setting>
  /** When all is set: 「AIアシスト設定済み」. */
  done: string
  /** The value to store; null: incomplete. */
  serialize: () => Setting | null
  /** Selects what is missing. */
  onMissing: () => void
  /** For the trial. */
  settingsOf: (setting: Setting) => Partial<ReaderSettings>
  /** Help on keys. */
  help: string
  canvas: CanvasHandlers
  /** Moves the selection by ratios of the picture; null without one. */
  onNudge: ((by: Point) => void) | null
  /** Drawn on the picture. */
  layers: ReactNode
  panel: ReactNode
}

/** Picture, panel (below on phones) and actions. */
export function AssistWorkspace<Draft extends { proposed: readonly unknown[] }, Setting>({
  editor: {
    props,
    done,
    history,
    announcement,
    setShowProblems,
    stage,
    known,
    trial: tried,
    registration,
    readOnly,
  },
  done: doneText,
  serialize,
  onMissing,
  settingsOf,
  help,
  canvas,
  onNudge,
  layers,
  panel,
}: Props<Draft, Setting>) {
  const { picture, canvasSize, unit } = props
  const { trial, run, cancel, leave } = tried
  // The dialog opened before the picture had loaded, with the focus on the button that closes it.
  useEffect(() => stage.focus(), [stage])
  const { saving, register, initialise } = registration
  const validated = () => {
    const now = serialize()
    setShowProblems(now === null)
    if (now === null) onMissing()
    return now
  }
  const onTry = () => {
    const now = validated()
    if (now !== null) run({ ...known, ...settingsOf(now) })
  }
  const onRegister = () => {
    const now = validated()
    if (now !== null) void register(now)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = done ? null : undoRedoKey(event)
    if (action === null) return
    event.preventDefault()
    const workspace = event.currentTarget
    history[action]()
    // The step may have removed the focused element; keys must still reach the dialog.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        workspace.querySelector<HTMLElement>('[role=application]')?.focus()
    })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that hold in the whole dialog; the tools have buttons for them
    <div
      className={classes.workspace}
      data-trial={trial.state !== 'idle' || undefined}
      data-fixed={canvasSize !== undefined || undefined}
      onKeyDown={onKeyDown}
    >
      <div className={classes.stage}>
        <PictureStage
          stage={stage}
          src={picture}
          label="メーター画像"
          help={help}
          side={canvasSize}
          readOnly={readOnly}
          canvas={canvas}
        >
          {layers}
        </PictureStage>
        <StageToolbar stage={stage} history={readOnly ? null : history} onNudge={onNudge} />
      </div>
      {/* Without focusable content, keys must still scroll it. */}
      <section className={classes.panel} aria-label="設定" tabIndex={done ? 0 : undefined}>
        {done && (
          <Flex component="p" wrap="wrap" gap="4px 8px" align="center" fz="sm">
            <StatusPill tone="normal">{doneText}</StatusPill>
            変更するには初期化してください。
          </Flex>
        )}
        {trial.state === 'idle' ? (
          panel
        ) : (
          <Trial trial={trial} unit={unit} onAgain={onTry} onCancel={cancel} onBack={leave} />
        )}
      </section>
      <div className={classes.actions}>
        {done && (
          <Button
            variant="default"
            c="var(--abnormal-text)"
            bd="1px solid var(--abnormal-edge)"
            onClick={() => void initialise()}
            loading={saving === 'initialise'}
            disabled={saving !== null}
          >
            初期化
          </Button>
        )}
        <Box component="span" flex={1} visibleFrom="sm" />
        {trial.state === 'idle' && (
          <Button variant="default" leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={onTry}>
            試し読み
          </Button>
        )}
        <Button onClick={onRegister} loading={saving === 'register'} disabled={done || saving !== null}>
          登録
        </Button>
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  )
}
