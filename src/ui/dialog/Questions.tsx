import { Suspense, useSyncExternalStore } from 'react'
import { earlyLazy } from '../layout/earlyLazy.ts'

/** Most visits ask nothing, and dialogs are among the largest things there are. */
const Modals = earlyLazy(() => import('./Modals.tsx'))

let wanted = false
let heard: () => void = () => undefined
let ready: (() => void) | undefined
const place = new Promise<void>((resolve) => {
  ready = resolve
})

const subscribe = (onChange: () => void) => {
  heard = onChange
  return () => {
    heard = () => undefined
  }
}

/** Resolves when a question can be shown. */
export function questionsReady(): Promise<void> {
  wanted = true
  heard()
  return place
}

/** Where `confirm` shows its questions; loaded with the first of them. */
export function Questions() {
  const shown = useSyncExternalStore(subscribe, () => wanted)
  if (!shown) return null
  return (
    <Suspense>
      <Modals onReady={markReady} />
    </Suspense>
  )
}

const markReady = () => ready?.()
