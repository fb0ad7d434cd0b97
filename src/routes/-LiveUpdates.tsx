import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AlertNotifier } from '../features/alerts/AlertNotifier.tsx'
import { WorseningNotifier } from '../features/alerts/WorseningNotifier.tsx'
import { LateRoundsNotifier } from '../features/rounds/LateRoundsNotifier.tsx'
import { resubscribePush } from '../lib/live/browserPush.ts'
import { startLiveUpdates } from '../lib/live/liveUpdates.ts'
import { onNotificationPress } from '../lib/live/notificationPress.ts'
import { useAccount } from '../lib/queries/account.ts'

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
  return (
    <>
      <AlertNotifier quiet={quiet} />
      <LateRoundsNotifier quiet={quiet} />
      <WorseningNotifier quiet={quiet} />
    </>
  )
}
