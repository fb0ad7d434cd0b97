import { useLocalStorage } from '@mantine/hooks'

/**
 * Whether the reference picture lies over the live view; remembered on the device. Earlier versions stored their
 * default, true, under `captureGhost`, so that key does not say what a person chose.
 */
export const useGhost = () => useLocalStorage({ key: 'captureOverlay', defaultValue: false })
