import { useLocalStorage } from '@mantine/hooks'

/**
 * Whether the reference picture lies over the live view; remembered on the device. The key is not that of earlier
 * versions, which also stored their default, true, where nobody had chosen.
 */
export const useGhost = () => useLocalStorage({ key: 'captureOverlay', defaultValue: false })
