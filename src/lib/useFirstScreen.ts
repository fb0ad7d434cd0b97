import { useLocalStorage } from '@mantine/hooks'
import { type FirstScreen, firstScreenKey } from './firstScreen.ts'
import { useAccount } from './queries/account.ts'

/** The user's choice on this device, as state; undefined: not asked yet. */
export const useFirstScreen = () =>
  useLocalStorage<FirstScreen>({
    key: firstScreenKey(useAccount().id),
    getInitialValueInEffect: false,
  })
