import * as z from 'zod/mini'
import type { Access } from './access.ts'
import { described } from './described.ts'
import type { ErrorCode } from './errors.ts'

/** What a call may send besides its path. Every schema decodes what stands on the wire. */
type ObjectSchema = z.ZodMiniObject

/**
 * One call of the API as data. The server's adapter registers it, the console's adapter calls it;
 * neither knows anything of a call that does not stand here.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path as in the documents, parameters in braces: `/api/v1/meters/{id}`. */
  readonly path: string
  /** Other spellings of the same path in the documents; all are served. */
  readonly aliases?: readonly string[]
  /** Who may call it. Without this the table does not compile. */
  readonly access: Access
  readonly summary: string
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly headers?: ObjectSchema
  /** JSON body, or for `binary` none: the bytes themselves are the body. */
  readonly body?: ObjectSchema
  /** Media types of a body that is bytes. */
  readonly binary?: readonly string[]
  /** Shape of `data` in the answer; `null` where the answer is not JSON (a picture). */
  readonly data: z.ZodMiniType | null
  /** Media type of an answer that is not JSON. */
  readonly media?: string
  /** Failures that belong to this call, besides those of every call (see `errors.ts`). */
  readonly errors?: readonly ErrorCode[]
  /** The row that `params` names, so that a test can ask for one's own and for a stranger's. */
  readonly subject?: 'meter' | 'reading' | 'picture' | 'capture' | 'alert' | 'group' | 'inspection' | 'device'
}

/** Keeps the literal types of a table entry. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Decoded<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** What a handler is given: every part decoded and checked. */
export interface Input<E extends Endpoint> {
  params: Decoded<E['params']>
  query: Decoded<E['query']>
  headers: Decoded<E['headers']>
  body: E['binary'] extends readonly string[] ? Uint8Array : Decoded<E['body']>
}

/** `data` of a successful answer. */
export type Data<E extends Endpoint> = E['data'] extends z.ZodMiniType ? z.output<E['data']> : never

/** A successful answer as it stands on the wire. */
export const successOf = <S extends z.ZodMiniType>(data: S) =>
  z.object({
    success: z.literal(true),
    data,
    count: described(z.optional(z.int().check(z.nonnegative())), 'rows that the filters select in all'),
    partial: described(
      z.optional(z.literal(true)),
      'the search stopped on its way: `count` is of what was searched, `next` goes on from there',
    ),
    next: described(z.optional(z.string()), 'pass as `after` to get the rows that follow; absent at the end'),
    previous: described(
      z.optional(z.string()),
      'pass as `before` to get the rows that come just before; absent at the beginning',
    ),
  })
