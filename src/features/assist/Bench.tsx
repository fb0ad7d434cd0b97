import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Point, ReaderSettings } from '../../../reader/web/index.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './Bench.module.css'
import { historyKey } from './keys.ts'
import { PictureStage } from './PictureStage.tsx'
import { StageTools } from './StageTools.tsx'
import { Trial } from './Trial.tsx'
import type { Editor } from './useEditor.ts'
import type { Ground } from './useGround.ts'

interface Props<Draft extends { proposed: readonly unknown[] }, Written> {
  editor: Editor<Draft, Written>
  /** What stands when everything is set, such as 「AIアシスト設定済み」. */
  done: string
  /** What is stored or could be; null: something is missing. */
  written: () => Written | null
  /** Leads to what is missing. */
  onMissing: () => void
  /** How what is written is tried. */
  settingsOf: (written: Written) => Partial<ReaderSettings>
  /** How the picture is worked by keys. */
  help: string
  ground: Ground
  /** Places what the tool places in the middle of what is seen. */
  onEnter: () => void
  /** Moves what is selected by pixels of the stage; null when nothing is. */
  onNudge: ((by: Point) => void) | null
  /** What is drawn on the picture. */
  layers: ReactNode
  panel: ReactNode
}

/** Picture and panel side by side, one above the other on phones, with the actions below. */
export function Bench<Draft extends { proposed: readonly unknown[] }, Written>({
  editor: { given, done, history, news, setStrict, stage, known, trial: tried, registration, still },
  done: doneText,
  written,
  onMissing,
  settingsOf,
  help,
  ground,
  onEnter,
  onNudge,
  layers,
  panel,
}: Props<Draft, Written>) {
  const { picture, canvasSize } = given
  const { trial, run, cancel, leave } = tried
  const { saving, register, initialise } = registration
  const settled = () => {
    const now = written()
    setStrict(now === null)
    if (now === null) onMissing()
    return now
  }
  const tryOut = () => {
    const now = settled()
    if (now !== null) run({ ...known, ...settingsOf(now) })
  }
  const registerIt = () => {
    const now = settled()
    if (now !== null) void register(now)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const wish = done ? null : historyKey(event)
    if (wish === null) return
    event.preventDefault()
    const bench = event.currentTarget
    if (wish === 'undo') history.undo()
    else history.redo()
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
      data-trial={trial.state !== 'idle' || undefined}
      data-fixed={canvasSize !== undefined || undefined}
      onKeyDown={onKeyDown}
    >
      <div className={classes.stage}>
        <PictureStage
          stage={stage}
          picture={picture}
          help={help}
          canvasSize={canvasSize}
          still={still}
          ground={ground}
          onEnter={onEnter}
        >
          {layers}
        </PictureStage>
        <StageTools stage={stage} history={still ? null : history} onNudge={onNudge} />
      </div>
      {/* Done, nothing in it takes the focus; keys must still scroll it. */}
      <section className={classes.panel} aria-label="設定" tabIndex={done ? 0 : undefined}>
        {done && (
          <p className={classes.done}>
            <StatusPill tone="normal">{doneText}</StatusPill>
            変更するには初期化してください。
          </p>
        )}
        {trial.state === 'idle' ? (
          panel
        ) : (
          <Trial trial={trial} onAgain={tryOut} onCancel={cancel} onBack={leave} />
        )}
      </section>
      <div className={classes.actions}>
        {done && (
          <Button
            variant="default"
            className={classes.initialise}
            onClick={() => void initialise()}
            loading={saving === 'initialise'}
            disabled={saving !== null}
          >
            初期化
          </Button>
        )}
        <span className={classes.space} />
        {trial.state === 'idle' && (
          <Button variant="default" leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={tryOut}>
            試し読み
          </Button>
        )}
        <Button onClick={registerIt} loading={saving === 'register'} disabled={done || saving !== null}>
          登録
        </Button>
      </div>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </div>
  )
}
