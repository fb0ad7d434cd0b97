import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'

/** Where questions are shown; they come by events, so it stands beside the screens rather than around them. */
export default function Modals({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady])
  return <ModalsProvider>{null}</ModalsProvider>
}
