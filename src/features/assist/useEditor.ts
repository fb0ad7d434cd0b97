import { useState } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Size } from '../../ui/stage/geometry.ts'
import { useStage } from '../../ui/stage/useStage.ts'
import type { Range } from './pins.ts'
import { type Digits, knownSettings } from './trial.ts'
import { useDirty } from './useDirty.ts'
import { useHistory } from './useHistory.ts'
import type { PictureBytes } from './usePicture.ts'
import { useReader } from './useReader.ts'
import { useRegistration } from './useRegistration.ts'
import { useTrial } from './useTrial.ts'

/** What every editor of a setting is props. */
export interface EditorProps {
  picture: string
  /** Pixels of the picture. */
  size: Size
  bytes: () => Promise<PictureBytes>
  category: CategoryType
  range: Range
  digits: Digits
  /** AI boost, which a trial reads with as the meter does. */
  boost: boolean
  meterId: number | null
  /** Of the meter, beside the values of a trial. */
  unit?: string | undefined
  canvasSize?: number | undefined
  onInitialise: () => Promise<void>
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

interface Options<Draft, Setting> {
  props: EditorProps
  /** What is stored, as it is edited; null: nothing is. */
  stored: () => Draft | null
  empty: () => Draft
  /** What the question before initialising says. */
  consequence: string
  onRegister: (written: Setting) => Promise<void>
  /** Everything was cleared, and setting begins anew. */
  onCleared?: () => void
}

/** A setting while it is edited: its draft and history, the picture, the trial and the registration. */
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
  const history = useHistory<Draft>(() => stored ?? empty())
  /** What is missing is pointed out from the first attempt to go on without it. */
  const [showProblems, setShowProblems] = useState(false)
  /** The last thing that moved, for screen readers. */
  const [announcement, announce] = useState('')
  const stage = useStage(size)
  const reader = useReader()
  const { markClean } = useDirty(history.present, !done, props.onDirty)
  const trial = useTrial({ reader, bytes, picture, meterId })
  const registration = useRegistration({
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
      // The button that was pressed is gone.
      stage.focus()
      announce('初期化しました')
    },
  })
  return {
    props,
    stored,
    /** A setting is there; nothing can be changed before it is initialised. */
    done,
    draft: history.present,
    history,
    showProblems,
    setShowProblems,
    announcement,
    announce,
    stage,
    reader,
    /** Takes a draft for one with which nothing is lost. */
    markClean,
    known: knownSettings({ category, range, digits, boost }),
    trial,
    registration,
    /** Nothing can be changed now. */
    readOnly: done || trial.trial.state !== 'idle',
  }
}

export type Editor<Draft extends { proposed: readonly unknown[] }, Setting> = ReturnType<
  typeof useEditor<Draft, Setting>
>
