import { ActionIcon, Flex } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowForwardUp,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
} from '@tabler/icons-react'
import type { Point } from '../../../reader/web/index.ts'
import type { Stage } from '../../ui/stage/stage.ts'
import { ZoomButtons } from '../../ui/stage/ZoomButtons.tsx'
import classes from './StageToolbar.module.css'

interface Props {
  stage: Stage
  /** Null in read-only state. */
  history: { undo: () => void; redo: () => void; canUndo: boolean; canRedo: boolean } | null
  /** Moves the selection by ratios of the picture; null without one. */
  onNudge: ((by: Point) => void) | null
}

const nudges = [
  ['左へ', IconArrowLeft, { x: -1, y: 0 }],
  ['上へ', IconArrowUp, { x: 0, y: -1 }],
  ['下へ', IconArrowDown, { x: 0, y: 1 }],
  ['右へ', IconArrowRight, { x: 1, y: 0 }],
] as const

/** Zoom, undo, and on touch screens arrow buttons. */
export function StageToolbar({ stage, history, onNudge }: Props) {
  return (
    <div className={classes.tools}>
      <div className={classes.zoom}>
        <ZoomButtons stage={stage} />
      </div>
      {history && (
        <Flex>
          <ActionIcon aria-label="元に戻す" onClick={history.undo} disabled={!history.canUndo}>
            <IconArrowBackUp size={22} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label="やり直す" onClick={history.redo} disabled={!history.canRedo}>
            <IconArrowForwardUp size={22} aria-hidden />
          </ActionIcon>
        </Flex>
      )}
      {history && (
        <fieldset className={classes.nudges} aria-label="選んだものを少しずつ動かす">
          {nudges.map(([name, Icon, by]) => (
            <ActionIcon
              key={name}
              variant="default"
              aria-label={`${name}少し動かす`}
              disabled={onNudge === null}
              onClick={() => onNudge?.(stage.ratioOf(by))}
            >
              <Icon size={20} aria-hidden />
            </ActionIcon>
          ))}
        </fieldset>
      )}
    </div>
  )
}
