import { type ReactNode, Suspense, useState } from 'react'

interface Props {
  opened: boolean
  /** May be lazy: loads on first opening. */
  children: ReactNode
}

/** Renders children from the first opening on, so that closing animates too. */
export function MountOnOpen({ opened, children }: Props) {
  const [drawn, setDrawn] = useState(opened)
  if (opened && !drawn) setDrawn(true)
  return drawn && <Suspense>{children}</Suspense>
}
