import { useCallback, useState } from 'react'

/** Whether any row has unsaved input; each row reports its own. */
export function useDirtyRows() {
  const [rows, setRows] = useState(0)
  const tell = useCallback((dirty: boolean) => setRows((before) => before + (dirty ? 1 : -1)), [])
  return { any: rows > 0, tell }
}
