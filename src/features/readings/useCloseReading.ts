import { useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The reading was opened from the list one step back, so that closing it is going back. */
    openedHere?: boolean
  }
}

/** Takes the reading out of the address. */
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
