import { useState } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Size } from './geometry.ts'
import type { Range } from './pins.ts'
import { type Digits, knownSettings } from './trial.ts'
import { useDirty } from './useDirty.ts'
import { useHistory } from './useHistory.ts'
import type { PictureBytes } from './usePicture.ts'
import { useReader } from './useReader.ts'
import { useRegistration } from './useRegistration.ts'
import { useStage } from './useStage.ts'
import { useTrial } from './useTrial.ts'

/** What every editor of a setting is given. */
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
  canvasSize?: number | undefined
  onInitialise: () => Promise<void>
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

interface Options<Draft, Written> {
  given: EditorProps
  /** What is stored, as it is edited; null: nothing is. */
  stored: () => Draft | null
  empty: () => Draft
  /** What the question before initialising says. */
  consequence: string
  onRegister: (written: Written) => Promise<void>
  /** Everything was cleared, and setting begins anew. */
  onCleared?: () => void
}

/** A setting while it is edited: its draft and history, the picture, the trial and the registration. */
export function useEditor<Draft extends { proposed: readonly unknown[] }, Written>({
  given,
  stored: read,
  empty,
  consequence,
  onRegister,
  onCleared,
}: Options<Draft, Written>) {
  const { picture, size, bytes, category, range, digits, boost, meterId } = given
  const [stored] = useState(read)
  const [done, setDone] = useState(stored !== null)
  const history = useHistory<Draft>(() => stored ?? empty())
  /** What is missing is pointed out from the first attempt to go on without it. */
  const [strict, setStrict] = useState(false)
  /** The last thing that moved, in words. */
  const [news, setNews] = useState('')
  const stage = useStage(size)
  const reader = useReader()
  const { settle } = useDirty(history.present, !done, given.onDirty)
  const trial = useTrial({ reader, bytes, picture, meterId })
  const registration = useRegistration({
    consequence,
    onRegister,
    onInitialise: given.onInitialise,
    onRegistered: given.onClose,
    onInitialised() {
      const cleared = empty()
      setDone(false)
      setStrict(false)
      trial.leave()
      history.change(() => cleared)
      settle(cleared)
      onCleared?.()
      // The button that was pressed is gone.
      stage.focus()
      setNews('初期化しました')
    },
  })
  return {
    given,
    stored,
    /** A setting is there; nothing can be changed before it is initialised. */
    done,
    draft: history.present,
    history,
    strict,
    setStrict,
    news,
    setNews,
    stage,
    reader,
    /** Takes a draft for one with which nothing is lost. */
    settle,
    known: knownSettings({ category, range, digits, boost }),
    trial,
    registration,
    still: done || trial.trial.state !== 'idle',
  }
}

export type Editor<Draft extends { proposed: readonly unknown[] }, Written> = ReturnType<
  typeof useEditor<Draft, Written>
>
