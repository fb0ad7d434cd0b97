import type { ErrorCode, Issue } from '../../contract/calls/errors.ts'

/** An error answered by the server. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  /** In Japanese, one sentence each. */
  readonly messages: readonly string[]
  /** Id in the server's log. */
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

/** The user was asked about a change and decided against it: nothing failed. */
export class DeclinedError extends Error {
  override name = 'DeclinedError'
}

/** No answer of our server: offline, a timeout, or a foreign page (captive portal). */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** An answer that does not match the contract; usually this page is older than the server. */
export class AnswerError extends Error {
  override name = 'AnswerError'
}
