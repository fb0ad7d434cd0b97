import { useEffect, useRef } from 'react'
import { createReader, type Reader } from '../../../reader/web/index.ts'

/** A reader whose worker starts at the first call and ends with the dialog. */
export function useReader(): () => Reader {
  const reader = useRef<Reader | null>(null)
  useEffect(
    () => () => {
      reader.current?.close()
      reader.current = null
    },
    [],
  )
  return () => {
    reader.current ??= createReader()
    return reader.current
  }
}
