import type { FastifyReply, FastifyRequest } from 'fastify'
import type { keyType, Role } from '../../contract/access.ts'
import type { Data, Endpoint, Input } from '../../contract/calls/endpoint.ts'
import type { ErrorCode, Issue } from '../../contract/calls/errors.ts'
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { Log } from '../log.ts'

/** The caller, looked up anew on each call. */
export interface Session {
  /** Null where a key calls. */
  sessionId: number | null
  /** The Common key of a call that was made with one. */
  key: { id: number; type: typeof keyType.common } | null
  userId: number
  username: string
  organizationId: number
  role: Role
  /** IANA name of the organization’s zone. */
  timeZone: string
}

/** The caller of the device API: a Device key, which acts as no user and has no role. */
export interface DeviceCaller {
  sessionId: null
  /** `deviceId`: the one device that the key speaks for; null: all devices of the organization. */
  key: { id: number; type: typeof keyType.device; deviceId: number | null }
  userId: null
  role: null
  organizationId: number
  /** IANA name of the organization’s zone. */
  timeZone: string
}

/** Returns the session of a call that is `sessionOnly` in the contract. Throws `session_required`. */
export function sessionIdOf({ sessionId }: Session): number {
  if (sessionId === null) throw new Failure('session_required')
  return sessionId
}

type AnonymousAccess = 'public' | 'signed'

export interface Call<E extends Endpoint> extends Input<E> {
  session: E['access'] extends AnonymousAccess ? null : E['access'] extends 'device' ? DeviceCaller : Session
  /** The call’s transaction in the session’s organization; a thrown failure rolls it back. */
  tx: E['access'] extends AnonymousAccess ? null : Tx
  deps: Deps
  /** When its headers arrived: a body may take minutes. What the caller’s clock showed when sending is held against it. */
  startedAt: Date
  log: Log
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler returns; without `data` in the contract, the reply it sent. */
export type Answer<E extends Endpoint> = E['data'] extends null
  ? FastifyReply
  : {
      data: Data<E>
      /** Remarks for a person, in Japanese. */
      messages?: string[]
      count?: number
      partial?: true | undefined
      next?: string | undefined
      previous?: string | undefined
      /** 304: the caller has it already, and `data` is not sent. */
      status?: 200 | 201 | 304
    }

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>

type LongHandler<E extends Endpoint> = (call: Omit<Call<E>, 'tx'>) => Promise<Answer<E>>

export interface Route<N extends EndpointName = EndpointName> {
  name: N
  handler: Handler<Endpoints[N]>
  /** No transaction is opened. */
  long?: true
  /**
   * The transaction is the owner’s, past row-level security: for calls of system administrators about several
   * organizations, or about what belongs to none. The handler names the organization in each query.
   */
  asOwner?: true
  /** Whether the call keeps the database busy for long: an organization’s heavy calls run one at a time. */
  isHeavy?: IsHeavy<N>
}

type IsHeavy<N extends EndpointName> = (input: Input<Endpoints[N]>) => boolean

export const route = <N extends EndpointName>(
  name: N,
  handler: Handler<Endpoints[N]>,
  more: { isHeavy?: IsHeavy<N> } = {},
): Route<N> => ({ name, handler, ...more })

/** For calls of system administrators only: does not compile for others. */
export const ownerRoute = <N extends EndpointName>(
  name: Endpoints[N]['access'] extends 'system' ? N : never,
  handler: Handler<Endpoints[N]>,
): Route<N> => ({ name, handler, asOwner: true })

/** For calls that would hold a transaction, and so a connection, while they wait for something else. */
export const longRoute = <N extends EndpointName>(name: N, handler: LongHandler<Endpoints[N]>): Route<N> => ({
  name,
  handler,
  long: true,
})

/** A failure of the contract; the adapter answers with its status and a Japanese sentence. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, more: { issues?: Issue[]; retryAfter?: number; cause?: unknown } = {}) {
    super(code, { cause: more.cause })
    this.name = 'Failure'
    this.code = code
    this.issues = more.issues
    this.retryAfter = more.retryAfter
  }
}
