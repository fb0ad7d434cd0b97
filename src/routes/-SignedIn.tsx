import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { OutboxStatus } from '../features/captures/OutboxStatus.tsx'
import { startSending } from '../features/captures/sending.ts'
import { UserMenu } from '../features/sessions/UserMenu.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { firstPaint } from '../lib/firstPaint.ts'
import { useAccount } from '../lib/queries/account.ts'
import { Questions } from '../ui/dialog/Questions.tsx'
import { earlyLazy } from '../ui/layout/earlyLazy.ts'
import { WhenOpened } from '../ui/state/WhenOpened.tsx'
import { TimeZone } from '../ui/text/clock.ts'
import { useUnsavedInputGuard } from './-unsavedInput.ts'

/** Not needed to paint the first screen, and nothing of that is lost where the line is. */
const Live = lazy(async () => {
  await firstPaint
  for (;;) {
    const loaded = await import('./-Live.tsx').catch(() => null)
    if (loaded) return loaded
    await signal()
  }
})
const CapturePicker = earlyLazy(() => import('../features/shell/CapturePicker.tsx'))

/** Signal is back, or may be. */
const signal = () =>
  new Promise<unknown>((resolve) => {
    window.addEventListener('online', resolve, { once: true })
    setTimeout(resolve, 30_000)
  })

interface Props {
  /** The screen fills the window. */
  bare: boolean
}

/** What stands around the screens of a signed-in person; here the features meet. */
export function SignedIn({ bare }: Props) {
  const { organization } = useAccount()
  const [choosing, setChoosing] = useState(false)
  useEffect(startSending, [])
  useUnsavedInputGuard()
  return (
    <TimeZone value={organization.time_zone}>
      {bare ? (
        <Outlet />
      ) : (
        <>
          <Shell unsent={<OutboxStatus />} userMenu={<UserMenu />} onCapture={() => setChoosing(true)}>
            <Outlet />
          </Shell>
          <WhenOpened opened={choosing}>
            <CapturePicker opened={choosing} onClose={() => setChoosing(false)} />
          </WhenOpened>
        </>
      )}
      <Suspense>
        <Live quiet={bare} />
      </Suspense>
      <Questions />
    </TimeZone>
  )
}
