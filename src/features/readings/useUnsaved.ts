import { useCallback, useState } from 'react'

/** Whether any of several rows holds input that is not saved; each tells when it begins and when it is over. */
export function useUnsaved() {
  const [rows, setRows] = useState(0)
  const tell = useCallback((dirty: boolean) => setRows((before) => before + (dirty ? 1 : -1)), [])
  return { any: rows > 0, tell }
}
