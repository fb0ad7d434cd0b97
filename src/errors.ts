import type { ErrorCode, Issue } from '../contract/errors.ts'

/** The server answered, and said no. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  /** The failure in Japanese, one sentence an entry. */
  readonly messages: readonly string[]
  /** Names the request in the server's log. */
  readonly requestId: string | null
  readonly issues: readonly Issue[]

  constructor(failure: {
    code: ErrorCode
    status: number
    messages: readonly string[]
    requestId: string | null
    issues?: readonly Issue[] | undefined
  }) {
    super(failure.code)
    this.code = failure.code
    this.status = failure.status
    this.messages = failure.messages
    this.requestId = failure.requestId
    this.issues = failure.issues ?? []
  }
}

/** Nothing of our server arrived: no network, a time-out, or a page of somebody else's (captive portal). */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** The server answered with something that the contract does not know; usually this page is older than the server. */
export class AnswerError extends Error {
  override name = 'AnswerError'
}
