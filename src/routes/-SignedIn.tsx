import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { OutboxNotices } from '../features/captures/outbox/OutboxNotices.tsx'
import { OutboxStatus } from '../features/captures/outbox/OutboxStatus.tsx'
import { startOutboxSender } from '../features/captures/outbox/outboxSender.ts'
import { UserMenu } from '../features/sessions/UserMenu.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { firstPaint } from '../lib/live/firstPaint.ts'
import { useAccount } from '../lib/queries/account.ts'
import { isRemembered } from '../lib/session/sessionKeys.ts'
import { findRefusals } from '../pwa/refusals.ts'
import { TimeZone } from '../ui/text/currentMinute.ts'
import { LiveUpdates } from './-LiveUpdates.tsx'
import { useSearchKeys } from './-searchKeys.ts'
import { useUnsavedInputGuard } from './-unsavedInput.ts'

/** Lazy: with rounds and codes, for a press. */
const ChooseCapture = lazy(async () => ({ default: (await import('./-ChooseCapture.tsx')).ChooseCapture }))

/** Lazy: for a press or its keys. */
const Search = lazy(async () => ({ default: (await import('./-Search.tsx')).Search }))

function warnIfUnremembered(zone: string): void {
  if (isRemembered()) return
  void firstPaint
    .then(() => import('../features/sessions/warnOfSessionEnd.ts'))
    .then(({ warnOfSessionEnd }) => warnOfSessionEnd(zone))
    .catch(console.warn)
}

function warnIfRefused(): void {
  void firstPaint
    .then(findRefusals)
    .then(async (refusals) => {
      if (refusals.size === 0) return
      const { warnOfRefusals } = await import('../features/sessions/warnOfRefusals.ts')
      warnOfRefusals(refusals)
    })
    .catch(console.warn)
}

interface Props {
  /** Without shell. */
  bare: boolean
}

/** The shell around signed-in screens; connects features. */
export function SignedIn({ bare }: Props) {
  const { organization } = useAccount()
  const { time_zone: zone } = organization
  const [choosing, setChoosing] = useState(false)
  const [searching, setSearching] = useState(false)
  useSearchKeys(() => setSearching(true), !bare)
  useEffect(startOutboxSender, [])
  useEffect(() => warnIfUnremembered(zone), [zone])
  useEffect(warnIfRefused, [])
  useUnsavedInputGuard()
  return (
    <TimeZone value={zone}>
      {bare ? (
        <Outlet />
      ) : (
        <>
          <Shell
            unsent={<OutboxStatus />}
            userMenu={<UserMenu />}
            onCapture={() => setChoosing(true)}
            onSearch={() => setSearching(true)}
          >
            <Outlet />
          </Shell>
          {searching && (
            <Suspense>
              <Search onClose={() => setSearching(false)} />
            </Suspense>
          )}
          {choosing && (
            <Suspense>
              <ChooseCapture onClose={() => setChoosing(false)} />
            </Suspense>
          )}
        </>
      )}
      <OutboxNotices />
      <LiveUpdates quiet={bare} />
    </TimeZone>
  )
}
