import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AlertWatch } from '../features/alerts/AlertWatch.tsx'
import { followPresses } from '../lib/followPresses.ts'
import { startLive } from '../lib/live.ts'
import { healPush } from '../lib/push.ts'
import { useAccount } from '../lib/queries/account.ts'

interface Props {
  /** Nothing may interrupt the user. */
  quiet: boolean
}

/** Server events: data updates, alerts, push. */
export function Live({ quiet }: Props) {
  const client = useQueryClient()
  const router = useRouter()
  const { id } = useAccount()
  useEffect(() => startLive(client), [client])
  useEffect(() => followPresses((path) => router.history.push(path)), [router])
  useEffect(() => {
    healPush(id).catch(console.warn)
  }, [id])
  return <AlertWatch quiet={quiet} />
}
