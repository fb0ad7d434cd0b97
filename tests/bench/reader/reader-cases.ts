import { join } from 'node:path'
import {
  type Case,
  type CaseResult,
  parseCase,
  resultOfCase,
  settingsOfCase,
} from '../../../reader/node/case.ts'
import { type Models, type ReadResult, read } from '../../../reader/node/index.ts'
import { loadPicture } from '../../../reader/training/labelled-pictures.ts'
import type { Table } from './reader-score.ts'
import type { Target } from './reader-targets.ts'

/** Minimum confidence of a confident reading. */
export const CONFIDENT = 0.9

/** A reading for the table of confidences. */
export interface Outcome {
  kind: string
  confidence: number
  given: boolean
  wrong: boolean
}

/** Result of one part of the benchmark. */
export interface Section {
  tables: readonly Table[]
  /** For the table of confidences. */
  outcomes?: readonly Outcome[]
  /** For the table of targets. */
  targets?: readonly Target[]
}

export interface Answered {
  case: Case
  result: ReadResult
  /** As the command line gives it: a counter's value with its last drum's fraction. */
  answer: CaseResult
}

/** Reads a picture of the folder as `reader/node/cli.ts` does. */
export async function answerOf(
  folder: string,
  file: string,
  known: Record<string, unknown>,
  models: Models,
): Promise<Answered> {
  const one = parseCase({ id: file, image: join(folder, file), ...known })
  const picture = await loadPicture(folder, file)
  const result = read(picture, settingsOfCase(one, picture), models)
  return { case: one, result, answer: resultOfCase(one, result) }
}
