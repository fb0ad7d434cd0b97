import type { FastifySchemaCompiler } from 'fastify'
import { type $ZodIssue, type $ZodType, safeParse } from 'zod/v4/core'
import { type Issue, maxIssues } from '../../contract/calls/errors.ts'
import { Failure } from './call.ts'
import { isStorable, maxLevels } from './unstorable.ts'

export const unknownKey = '定義されていない項目です'
const unstorable = '使用できない文字が含まれています'
/** Characters of a caller’s key in a path: it must not repeat megabytes. */
const longestKey = 60

/** Validates one part of a request (path, query, headers or body) and every text in it. */
export const validatorCompiler: FastifySchemaCompiler<$ZodType> = ({ schema }) => {
  return (data) => {
    const result = safeParse(schema, data)
    const issues = [
      ...firstOf(unstorableTexts(data)),
      ...(result.error?.issues.slice(0, maxIssues).flatMap(issuesOf) ?? []),
    ]
    if (issues.length > 0) return { error: new Failure('validation_failed', { issues: onePerPath(issues) }) }
    return { value: result.data }
  }
}

export function issuesOf(issue: $ZodIssue): Issue[] {
  // Its message names all unknown keys; each gets an issue of its own.
  if (issue.code !== 'unrecognized_keys') return [{ path: dotted(issue.path), message: issue.message }]
  const keys = issue.keys.slice(0, maxIssues)
  return keys.map((key) => ({ path: dotted([...issue.path, key]), message: unknownKey }))
}

const dotted = (path: readonly PropertyKey[]): string =>
  path.map((key) => String(key).slice(0, longestKey)).join('.')

/** The first issue of a field is enough. */
export const onePerPath = (issues: readonly Issue[]): Issue[] =>
  issues.filter(
    ({ path }, index) => index < maxIssues && issues.findIndex((one) => one.path === path) === index,
  )

function firstOf(issues: Iterable<Issue>): Issue[] {
  const first: Issue[] = []
  for (const issue of issues) if (first.push(issue) === maxIssues) break
  return first
}

/**
 * Texts that PostgreSQL cannot store: NUL and lone surrogates. Checked on the raw input, so that no field is forgotten.
 * A generator, since a body may hold millions.
 */
function* unstorableTexts(value: unknown, path: readonly string[] = []): Generator<Issue, void> {
  if (typeof value === 'string') {
    if (!isStorable(value)) yield { path: dotted(path), message: unstorable }
  } else if (typeof value === 'object' && value !== null && path.length < maxLevels) {
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) yield* unstorableTexts(value[at], [...path, String(at)])
    } else {
      for (const key of Object.keys(value)) yield* unstorableTexts(Reflect.get(value, key), [...path, key])
    }
  }
}
