import { useLocalStorage } from '@mantine/hooks'

/** Hidden columns, in localStorage by list. */
export function useHiddenColumns(storeKey: string) {
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `columns.${storeKey}.hidden`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return { hidden, setHidden }
}
