import { useCallback, useEffect, useState } from 'react'
import { hasUnsavedInput, subscribeBusy, useBusy } from '../../../pwa/busy.ts'
import { type Draft, isTyped, loadDraft, saveDraft } from './draft.ts'

type Rows = Draft['rows']

export interface RowChange {
  meterId: number
  from: string
  to: string
}

/** What is typed into a list, kept on this device until it is stored or the user leaves it behind. */
export function useDraft(key: string, measuredAt: string) {
  const [rows, setRows] = useState<Rows>(() => loadDraft(key)?.rows ?? {})
  const write = useCallback(
    (meterId: number, text: string) =>
      setRows((all) => ({ ...all, [meterId]: { text, key: all[meterId]?.key ?? crypto.randomUUID() } })),
    [],
  )
  /** Changes rows that nobody has changed in the meantime, and makes new keys for what is sent next. */
  const restart = useCallback(
    (changes: readonly RowChange[]) =>
      setRows((all) => ({
        ...all,
        ...Object.fromEntries(
          changes.map(({ meterId, from, to }) => {
            const text = all[meterId]?.text ?? ''
            return [meterId, { text: text === from ? to : text, key: crypto.randomUUID() }]
          }),
        ),
      })),
    [],
  )
  useEffect(() => saveDraft(key, { measuredAt, rows }), [key, measuredAt, rows])
  // Before `useBusy`, whose own end must not look as if the input had been discarded.
  useEffect(
    () =>
      subscribeBusy(() => {
        if (!hasUnsavedInput()) localStorage.removeItem(key)
      }),
    [key],
  )
  useBusy('paper list', Object.values(rows).some(isTyped), 'input')
  return { rows, write, restart }
}
