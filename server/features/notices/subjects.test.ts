import { expect, it } from 'vitest'
import { subjectOf } from './subjects.ts'

const refTo = (subject: string) => ({ organizationId: 1, subject, id: 7 })

it.each(['alert', 'worsening', 'outage', 'trouble', 'round', 'closing', 'digest'])(
  'notices can be about the subject %s',
  (name) => {
    expect(subjectOf(refTo(name)).find).toBeTypeOf('function')
  },
)

it.each(['invented later', 'constructor'])(
  'a job about the unknown subject "%s" fails, so that it is tried again',
  (name) => {
    expect(() => subjectOf(refTo(name))).toThrow(`notices about "${name}" are unknown`)
  },
)
