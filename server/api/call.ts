import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '../../contract/access.ts'
import type { Data, Endpoint, Input } from '../../contract/endpoint.ts'
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts'
import type { ErrorCode, Issue } from '../../contract/errors.ts'
import type { Tx } from '../db/client.ts'
import type { Deps, Log } from '../deps.ts'

/** Who calls, in which organization; looked up anew on each call. */
export interface Session {
  sessionId: number
  userId: number
  username: string
  organizationId: number
  role: Role
  /** IANA name of the organization's zone. */
  timeZone: string
}

type Unsigned = 'public' | 'signed'

/** What a handler is given. */
export interface Call<E extends Endpoint> extends Input<E> {
  session: E['access'] extends Unsigned ? null : Session
  /** The call's one transaction, inside the session's organization; a thrown failure rolls it back. */
  tx: E['access'] extends Unsigned ? null : Tx
  deps: Deps
  log: Log
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler gives back; where the contract has no `data`, the sent reply itself. */
export type Answer<E extends Endpoint> = E['data'] extends null
  ? FastifyReply
  : {
      data: Data<E>
      count?: number
      partial?: true | undefined
      next?: string | undefined
      previous?: string | undefined
      status?: 200 | 201
    }

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>

/** A handler that takes long, and asks the database in transactions of its own. */
type LongHandler<E extends Endpoint> = (call: Omit<Call<E>, 'tx'>) => Promise<Answer<E>>

export interface Route<N extends EndpointName = EndpointName> {
  name: N
  handler: Handler<Endpoints[N]>
  /** No transaction is opened for it. */
  long?: true
  /** Whether what is asked keeps the database busy for long: such calls of one organization come one after the other. */
  isHeavy?: IsHeavy<N>
}

type IsHeavy<N extends EndpointName> = (input: Input<Endpoints[N]>) => boolean

export const route = <N extends EndpointName>(
  name: N,
  handler: Handler<Endpoints[N]>,
  more: { isHeavy?: IsHeavy<N> } = {},
): Route<N> => ({ name, handler, ...more })

/** For calls that would hold their transaction, and so a connection, while they wait for somebody else. */
export const longRoute = <N extends EndpointName>(name: N, handler: LongHandler<Endpoints[N]>): Route<N> => ({
  name,
  handler,
  long: true,
})

/** A failure that belongs to the contract: the adapter answers with its status and a Japanese sentence. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  /** Seconds after which a repeat may succeed. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, more: { issues?: Issue[]; retryAfter?: number; cause?: unknown } = {}) {
    super(code, { cause: more.cause })
    this.name = 'Failure'
    this.code = code
    this.issues = more.issues
    this.retryAfter = more.retryAfter
  }
}
