import { createContext } from 'react'

/** A failure as a person reads it. */
export interface FailureText {
  /** What happened. */
  title: string
  /** What to do. */
  detail: string
  /** Names the request in the server's log, where there was one. */
  requestId: string | null
  /** No server was reached. */
  offline?: boolean
}

/** What is said of a failure; the console knows which there are. */
export const FailureTexts = createContext<(error: unknown) => FailureText>(() => ({
  title: '問題が発生しました',
  detail: 'しばらくしてからもう一度お試しください。',
  requestId: null,
}))
