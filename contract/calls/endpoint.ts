import * as z from 'zod/mini'
import type { Access } from '../access.ts'
import type { ErrorCode } from './errors.ts'
import { withDescription } from './withDescription.ts'

/** Parts of a request besides its path; every schema decodes what stands on the wire. */
type ObjectSchema = z.ZodMiniObject

/** One call of the API as data, registered by the server’s adapter and called by the console’s. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters in braces: `/api/v1/meters/{id}`. */
  readonly path: string
  /** Other spellings of the path that are served as well. */
  readonly aliases?: readonly string[]
  /** Required: the table does not compile without it. */
  readonly access: Access
  /**
   * Only for a person who is signed in; an API key is refused with `session_required`. Set on every call with which a
   * key could extend its own rights or obtain the rights of others.
   */
  readonly sessionOnly?: true
  readonly summary: string
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly headers?: ObjectSchema
  /** JSON body; absent for `binary`, where the body is the bytes. */
  readonly body?: ObjectSchema | z.ZodMiniArray
  readonly binary?: readonly string[]
  /** Schema of `data` in the answer; `null` where the answer is not JSON. */
  readonly data: z.ZodMiniType | null
  readonly media?: string
  /**
   * A system administrator may name another organization, by `organization_id` in body or query or by
   * `organizationId` in the path, and acts in it.
   */
  readonly foreignOrganization?: true
  /** Failures of this call besides those of every call (`errorCodesOf`). */
  readonly errors?: readonly ErrorCode[]
  /** The row that `params` names; tests ask for their own and for another organization’s. */
  readonly subject?:
    | 'meter'
    | 'reading'
    | 'picture'
    | 'capture'
    | 'alert'
    | 'alert-rule'
    | 'recipient-group'
    | 'group'
    | 'inspection'
    | 'cost-bearer'
    | 'closing-cycle'
    | 'export-format'
    | 'import'
    | 'device'
    | 'key'
    | 'user'
    | 'invitation'
    | 'session'
    | 'map'
    | 'map-area'
    | 'map-pin'
    | 'round'
    | 'skip'
    | 'replacement'
}

/** Keeps the literal types of a definition. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Decoded<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** What a handler is given, decoded and validated. */
export interface Input<E extends Endpoint> {
  params: Decoded<E['params']>
  query: Decoded<E['query']>
  headers: Decoded<E['headers']>
  body: E['binary'] extends readonly string[] ? Uint8Array : Decoded<E['body']>
}

export type Data<E extends Endpoint> = E['data'] extends z.ZodMiniType ? z.output<E['data']> : never

/** A successful answer on the wire. */
export const successOf = <S extends z.ZodMiniType>(data: S) =>
  z.object({
    success: z.literal(true),
    data,
    messages: withDescription(z.optional(z.array(z.string())), 'remarks for a person, in Japanese'),
    count: withDescription(z.optional(z.int().check(z.nonnegative())), 'rows that the filters select in all'),
    partial: withDescription(
      z.optional(z.literal(true)),
      'the search stopped on its way: `count` is of what was searched, `next` goes on from there',
    ),
    next: withDescription(
      z.optional(z.string()),
      'pass as `after` to get the rows that follow; absent at the end',
    ),
    previous: withDescription(
      z.optional(z.string()),
      'pass as `before` to get the rows that come just before; absent at the beginning',
    ),
  })
