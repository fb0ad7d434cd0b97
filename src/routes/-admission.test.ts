import { expect, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { admission, isOwnPath } from './-admission.ts'

test('without a session every screen but the public ones leads to the sign-in', () => {
  expect(admission('public', null)).toBe('enter')
  expect(admission('user', null)).toBe('login')
  expect(admission('system', null)).toBe('login')
})

test('a role that is too low is told that there is no such screen', () => {
  expect(admission('admin', role.general)).toBe('not-found')
  expect(admission('system', role.admin)).toBe('not-found')
  expect(admission('admin', role.system)).toBe('enter')
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
