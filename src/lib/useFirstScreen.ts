import { useLocalStorage } from '@mantine/hooks'
import { type FirstScreen, firstScreenKey } from './firstScreen.ts'
import { useAccount } from './queries/account.ts'

/** The user's choice on this device, as state; null: not asked yet. */
export const useFirstScreen = () =>
  useLocalStorage<FirstScreen | null>({
    key: firstScreenKey(useAccount().id),
    defaultValue: null,
    getInitialValueInEffect: false,
  })
