import type { NoticeRef } from '../../queue/job-types.ts'
import { alert } from './alert.ts'
import { closing } from './closing.ts'
import { digestOf } from './digest.ts'
import type { Subject } from './notice.ts'
import { outage } from './outage.ts'
import { reminder } from './reminder.ts'
import { round } from './round.ts'
import { trouble } from './trouble.ts'
import { worsening } from './worsening.ts'

const single = { alert, worsening, outage, trouble, round, closing } satisfies Record<string, Subject>
const subjects = { ...single, digest: digestOf(single), reminder } satisfies Record<string, Subject>

export type SubjectName = keyof typeof subjects

/** Returns the subject of a job. Throws if only a newer server knows it, so that the job is tried again. */
export function subjectOf({ subject: name }: NoticeRef): Subject {
  const subject = Object.hasOwn(subjects, name) ? subjects[name as SubjectName] : undefined
  if (subject === undefined) throw new Error(`notices about "${name}" are unknown`)
  return subject
}
