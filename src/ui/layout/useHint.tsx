import { type FocusEvent, lazy, type ReactNode, Suspense, type SyntheticEvent, useState } from 'react'

/** Where it cannot be had, nothing is missing that is not said elsewhere too. */
const Hint = lazy(() => import('./Hint.tsx').catch(() => ({ default: () => null })))

interface Options {
  position?: 'top' | 'right'
  disabled?: boolean
}

/**
 * A few words beside an element while it is pointed at or has the keyboard's focus. Spread `target` on the element and
 * draw `hint` beside it. Words that only stand there must also be in the element's name: most people never see them,
 * so nothing of it is loaded before the first pointing.
 */
export function useHint(label: ReactNode, { position = 'top', disabled = false }: Options = {}) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState(false)
  const open = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    setElement(currentTarget)
    setOpened(true)
  }
  const close = () => setOpened(false)
  return {
    target: {
      onMouseEnter: open,
      onMouseLeave: close,
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (event.currentTarget.matches(':focus-visible')) open(event)
      },
      onBlur: close,
    },
    hint: element !== null && !disabled && (
      <Suspense>
        <Hint target={element} opened={opened} label={label} position={position} onClose={close} />
      </Suspense>
    ),
  }
}
