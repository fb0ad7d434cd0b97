import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '../lib/api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'

/** A screen that could not be loaded: offline, refused or broken, each with a way on. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  // The session is over and the sign-in is on its way.
  if (error instanceof ApiError && error.status === 401) return null
  return (
    <ErrorState
      heading
      error={error}
      retry={() => {
        queries.reset()
        reset()
        void router.invalidate()
      }}
    />
  )
}

/** Nothing could be shown, not even the shell: the device does not know the person, and there is no signal. */
export const RootError = (props: ErrorComponentProps) => (
  <main>
    <title>検針</title>
    <RouteError {...props} />
  </main>
)
