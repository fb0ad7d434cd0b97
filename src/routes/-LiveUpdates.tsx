import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { AlertNotifier } from '../features/alerts/AlertNotifier.tsx'
import { LateRoundsNotifier } from '../features/rounds/LateRoundsNotifier.tsx'
import { resubscribePush } from '../lib/live/browserPush.ts'
import { startLiveUpdates } from '../lib/live/liveUpdates.ts'
import { onNotificationPress } from '../lib/live/notificationPress.ts'
import { useAccount } from '../lib/queries/account.ts'

const WorseningNotifier = lazy(async () => ({
  default: (await import('../features/alerts/WorseningNotifier.tsx')).WorseningNotifier,
}))

/** Milliseconds after which the app has loaded what its first screen needs. */
const settled = 5000

interface Props {
  /** Nothing may interrupt the user. */
  quiet: boolean
}

/** Server events: data updates, alerts, push. */
export function LiveUpdates({ quiet }: Props) {
  const client = useQueryClient()
  const router = useRouter()
  const { id } = useAccount()
  useEffect(() => startLiveUpdates(client), [client])
  useEffect(() => onNotificationPress((path) => router.history.push(path)), [router])
  useEffect(() => {
    resubscribePush(id).catch(console.warn)
  }, [id])
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settled)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <AlertNotifier quiet={quiet} />
      <LateRoundsNotifier quiet={quiet} />
      {isSettled && (
        <Suspense>
          <WorseningNotifier quiet={quiet} />
        </Suspense>
      )}
    </>
  )
}
