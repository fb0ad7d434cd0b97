import { useLocalStorage } from '@mantine/hooks'

/** Whether the reference picture lies over the live view; remembered on the device. */
export const useGhost = () => useLocalStorage({ key: 'captureGhost', defaultValue: true })
