import { expect, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { admission, isOwnPath } from './-admission.ts'

test('without a session every screen but the public ones leads to the sign-in', () => {
  expect(admission({ access: 'public' }, null)).toBe('enter')
  expect(admission({ access: 'user' }, null)).toBe('login')
  expect(admission({ access: 'system' }, null)).toBe('login')
})

test('a role that is too low is told that there is no such screen', () => {
  expect(admission({ access: 'admin' }, role.general)).toBe('not-found')
  expect(admission({ access: 'system' }, role.admin)).toBe('not-found')
  expect(admission({ access: 'admin' }, role.system)).toBe('enter')
})

test('a screen for people without a session and for administrators does not exist for a general user', () => {
  const audience = { access: 'public', signedIn: 'admin' } as const
  expect(admission(audience, null)).toBe('enter')
  expect(admission(audience, role.general)).toBe('not-found')
  expect(admission(audience, role.admin)).toBe('enter')
})

test('after signing in nobody is led to another site', () => {
  expect(isOwnPath('/meters?page=2')).toBe(true)
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
  ]) {
    expect(isOwnPath(path), path).toBe(false)
  }
})
