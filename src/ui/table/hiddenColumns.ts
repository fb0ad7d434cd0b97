import { useLocalStorage } from '@mantine/hooks'

/** Columns that a person hid from a list, remembered under the list’s name. */
export function useHiddenColumns(storeKey: string) {
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `columns.${storeKey}.hidden`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return { hidden, setHidden }
}
