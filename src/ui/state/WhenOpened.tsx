import { type ReactNode, Suspense, useState } from 'react'

interface Props {
  opened: boolean
  /** Lazy components in it are loaded with the first opening. */
  children: ReactNode
}

/** What most visits never open: drawn from its first opening on, so that its closing is seen too. */
export function WhenOpened({ opened, children }: Props) {
  const [drawn, setDrawn] = useState(opened)
  if (opened && !drawn) setDrawn(true)
  return drawn && <Suspense>{children}</Suspense>
}
