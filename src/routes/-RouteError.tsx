import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '../lib/api.ts'
import { isMissingFile, reloadFromServer } from '../pwa/missingFile.ts'
import { notify } from '../ui/notice/notify.tsx'
import { ErrorState } from '../ui/state/ErrorState.tsx'

/** A screen that could not be loaded: offline, refused or broken, each with a way on. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return <Failure error={error} retry={isMissingFile(error) ? () => void loadAnew() : retry} />
}

function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  // The session is over and the sign-in is on its way.
  if (error instanceof ApiError && error.status === 401) return null
  return <ErrorState heading error={error} retry={retry} />
}

/**
 * Nothing could be shown, not even the shell: the device does not know the person, or a part of the console is not to
 * be had. A part that failed to load is asked for again in a new document only.
 */
export const RootError = ({ error }: ErrorComponentProps) => (
  <main>
    <title>検針</title>
    <Failure error={error} retry={() => void loadAnew()} />
  </main>
)

async function loadAnew(): Promise<void> {
  if (!(await reloadFromServer()))
    notify.warning('サーバーにつながりません。電波の届く所でもう一度お試しください。')
}
