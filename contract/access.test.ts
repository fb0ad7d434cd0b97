import { expect, test } from 'vitest'
import { type Access, allows, type Role, role } from './access.ts'

const everyone: (Role | null)[] = [null, role.general, role.admin, role.system]

test.each<[Access, boolean[]]>([
  ['public', [true, true, true, true]],
  ['signed', [true, true, true, true]],
  ['user', [false, true, true, true]],
  ['admin', [false, false, true, true]],
  ['system', [false, false, false, true]],
  ['device', [false, false, false, false]],
])('%s lets nobody, general, admin and system admin through as the documents say', (access, expected) => {
  expect(everyone.map((one) => allows(access, one))).toEqual(expected)
})
