import { useEffect, useRef, useState } from 'react'
import type { Analysis, AnalyzeFields } from '../../../contract/analyze.ts'
import { ApiError } from '../../failures/callErrors.ts'
import { failureText } from '../../failures/failureText.ts'
import { type AnalyzeVersion, analyze } from '../../lib/queries/analyze.ts'

type State =
  | { state: 'idle' }
  | { state: 'running' }
  | { state: 'read'; rows: readonly Analysis[]; messages: readonly string[] }
  | { state: 'failed'; messages: readonly string[] }

const idle: State = { state: 'idle' }

/** One request at a time, from the picture on; it ends with the component, and with its result when the version changes. */
export function useAnalysis(version: AnalyzeVersion) {
  const [result, setResult] = useState<State>(idle)
  const running = useRef<AbortController | null>(null)
  const cancel = () => {
    running.current?.abort()
    setResult(idle)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the result is of one version
  useEffect(() => cancel, [version])

  const run = async (bodyOf: () => Promise<AnalyzeFields>) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setResult({ state: 'running' })
    try {
      const body = await bodyOf()
      // The picture may have taken a while.
      if (own.signal.aborted) return
      const { data, messages } = await analyze(version, body, own.signal)
      if (own.signal.aborted) return
      setResult(data.length === 0 ? { state: 'failed', messages } : { state: 'read', rows: data, messages })
    } catch (error) {
      if (own.signal.aborted) return
      setResult({ state: 'failed', messages: messagesOf(error) })
    }
  }
  return { result, run, cancel }
}

/** What was wrong with which field, or what happened and what to do. */
function messagesOf(error: unknown): string[] {
  const { title, detail } = failureText(error)
  const issues = error instanceof ApiError ? error.issues : []
  return [`${title}。${detail}`, ...issues.map(({ message }) => message)]
}
