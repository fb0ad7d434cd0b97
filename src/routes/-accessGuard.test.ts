// Covers docs/requirements.md: 15, 16, 25, 26, 31, 167, 220, 221

import { expect, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { checkAccess, isSameOriginPath } from './-accessGuard.ts'

test('without a session every screen but the public ones leads to the sign-in', () => {
  expect(checkAccess({ access: 'public' }, null)).toBe('enter')
  expect(checkAccess({ access: 'user' }, null)).toBe('login')
  expect(checkAccess({ access: 'system' }, null)).toBe('login')
})

test('a role that is too low is told that there is no such screen', () => {
  expect(checkAccess({ access: 'admin' }, role.general)).toBe('not-found')
  expect(checkAccess({ access: 'system' }, role.admin)).toBe('not-found')
  expect(checkAccess({ access: 'admin' }, role.system)).toBe('enter')
})

test('a screen for people without a session and for administrators does not exist for a general user', () => {
  const audience = { access: 'public', signedIn: 'admin' } as const
  expect(checkAccess(audience, null)).toBe('enter')
  expect(checkAccess(audience, role.general)).toBe('not-found')
  expect(checkAccess(audience, role.admin)).toBe('enter')
})

test('after signing in nobody is led to another site', () => {
  expect(isSameOriginPath('/meters?page=2')).toBe(true)
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
  ]) {
    expect(isSameOriginPath(path), path).toBe(false)
  }
})
