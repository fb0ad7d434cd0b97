import { useState } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Range } from '../../shared/marks/scalePins.ts'
import { useUndoHistory } from '../../shared/marks/useUndoHistory.ts'
import type { Size } from '../../ui/stage/stageGeometry.ts'
import { useStage } from '../../ui/stage/useStage.ts'
import { type Digits, knownSettings } from './trial.ts'
import { useDirty } from './useDirty.ts'
import type { PictureBytes } from './usePicture.ts'
import { useReader } from './useReader.ts'
import { useSaveSetting } from './useSaveSetting.ts'
import { useTrial } from './useTrial.ts'

/** Props of each editor. */
export interface EditorProps {
  picture: string
  /** Pixels of the picture. */
  size: Size
  bytes: () => Promise<PictureBytes>
  category: CategoryType
  range: Range
  digits: Digits
  /** AI boost, as set for the meter. */
  boost: boolean
  meterId: number | null
  /** Whether the meter has readings already. */
  hasReadings: boolean
  /** Of the meter, beside the values of a trial. */
  unit?: string | undefined
  canvasSize?: number | undefined
  onInitialise: () => Promise<void>
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

interface Options<Draft, Setting> {
  props: EditorProps
  /** The stored draft; null if nothing is stored. */
  stored: () => Draft | null
  empty: () => Draft
  /** Text of the question before clearing. */
  consequence: string
  onRegister: (written: Setting) => Promise<void>
  /** After clearing. */
  onCleared?: () => void
}

/** Editor of a setting: draft, history, picture, trial, registration. */
export function useEditor<Draft extends { proposed: readonly unknown[] }, Setting>({
  props,
  stored: initial,
  empty,
  consequence,
  onRegister,
  onCleared,
}: Options<Draft, Setting>) {
  const { picture, size, bytes, category, range, digits, boost, meterId } = props
  const [stored] = useState(initial)
  const [done, setDone] = useState(stored !== null)
  const history = useUndoHistory<Draft>(() => stored ?? empty())
  /** Missing parts are marked after the first attempt to continue. */
  const [showProblems, setShowProblems] = useState(false)
  /** For screen readers. */
  const [announcement, announce] = useState('')
  const stage = useStage(size)
  const reader = useReader()
  const { markClean } = useDirty(history.present, !done, props.onDirty)
  const trial = useTrial({ reader, bytes, picture, meterId })
  const registration = useSaveSetting({
    consequence,
    onRegister,
    onInitialise: props.onInitialise,
    onRegistered: props.onClose,
    onInitialised() {
      const cleared = empty()
      setDone(false)
      setShowProblems(false)
      trial.leave()
      history.change(() => cleared)
      markClean(cleared)
      onCleared?.()
      // The pressed button is unmounted.
      stage.focus()
      announce('初期化しました')
    },
  })
  return {
    props,
    stored,
    /** A setting is stored; it must be cleared before changes. */
    done,
    draft: history.present,
    history,
    showProblems,
    setShowProblems,
    announcement,
    announce,
    stage,
    reader,
    /** Takes the draft as clean. */
    markClean,
    known: knownSettings({ category, range, digits, boost }),
    trial,
    registration,
    readOnly: done || trial.trial.state !== 'idle',
  }
}

export type Editor<Draft extends { proposed: readonly unknown[] }, Setting> = ReturnType<
  typeof useEditor<Draft, Setting>
>
