import { useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Opened from the list: closing goes back in history. */
    openedHere?: boolean
  }
}

/** Removes the reading from the URL. */
export function useCloseReading(): () => void {
  const router = useRouter()
  return () => {
    if (router.state.location.state.openedHere) return router.history.back()
    void router.navigate({
      to: '.',
      search: (previous) => ({ ...previous, value: undefined }),
      replace: true,
      resetScroll: false,
    })
  }
}
