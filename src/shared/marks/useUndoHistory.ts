import { useCallback, useReducer } from 'react'

interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** Of the last change: further changes with it join that step. */
  gesture: string | null
}

type Step<T> =
  | { kind: 'change'; change: (present: T) => T; gesture: string | null }
  | { kind: 'undo' }
  | { kind: 'redo' }

const maxSteps = 100

function stepped<T>(history: History<T>, step: Step<T>): History<T> {
  const { past, present, future, gesture } = history
  if (step.kind === 'undo') {
    const before = past.at(-1)
    if (before === undefined) return history
    return { past: past.slice(0, -1), present: before, future: [present, ...future], gesture: null }
  }
  if (step.kind === 'redo') {
    const [after, ...rest] = future
    if (after === undefined) return history
    return { past: [...past, present], present: after, future: rest, gesture: null }
  }
  const next = step.change(present)
  if (next === present) return history
  const goesOn = step.gesture !== null && step.gesture === gesture
  return {
    past: goesOn ? past : [...past, present].slice(-maxSteps),
    present: next,
    future: [],
    gesture: step.gesture,
  }
}

/** A draft with undo and redo. One drag or series of key presses is one step. */
export function useUndoHistory<T>(initial: () => T) {
  const [history, dispatch] = useReducer(stepped<T>, null, () => ({
    past: [],
    present: initial(),
    future: [],
    gesture: null,
  }))
  const change = useCallback(
    (how: (present: T) => T, gesture: string | null = null) =>
      dispatch({ kind: 'change', change: how, gesture }),
    [],
  )
  return {
    present: history.present,
    change,
    undo: useCallback(() => dispatch({ kind: 'undo' }), []),
    redo: useCallback(() => dispatch({ kind: 'redo' }), []),
    touched: history.past.length > 0 || history.future.length > 0,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}
