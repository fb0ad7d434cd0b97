import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, NetworkError } from '../failures/callErrors.ts'
import { watchServerReturn } from '../features/captures/outbox/serverReturn.ts'
import { isChunkLoadError, reloadFromServer, reloadOnce } from '../pwa/chunkLoadError.ts'
import { notify } from '../ui/notice/notify.tsx'
import { ErrorState } from '../ui/state/ErrorState.tsx'

/** A screen could not be loaded: offline, forbidden or broken, each with an action. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return <Failure error={error} retry={isChunkLoadError(error) ? () => void loadAnew() : retry} />
}

function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => {
    if (isChunkLoadError(error)) void reloadOnce()
  }, [error])
  // Signed out; the redirect to sign-in follows.
  if (error instanceof ApiError && error.status === 401) return null
  return <ErrorState heading error={error} retry={retry} />
}

let goOn = () => {}
/** One for all visits of the screen: its pauses grow while the server says that it is ready and still takes nothing. */
const serverReturn = watchServerReturn(() => goOn())

/**
 * Not even the shell can be shown: the device does not know the user, or a chunk is missing. A failed chunk is
 * requested again in a new document only; where the line is missing it goes on by itself.
 */
export function RootError({ error }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => {
    if (!(error instanceof NetworkError)) return
    goOn = () => void router.invalidate()
    serverReturn.lost()
  }, [error, router])
  return (
    <main>
      <title>検針</title>
      <Failure error={error} retry={() => void loadAnew()} />
    </main>
  )
}

async function loadAnew(): Promise<void> {
  if (!(await reloadFromServer()))
    notify.warning('サーバーにつながりません。電波の届く所でもう一度お試しください。')
}
