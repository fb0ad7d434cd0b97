// Covers docs/requirements.md: 188, 189, 190, 191, 274

import { schemaResolver } from '@mantine/form'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { confirmCodeForm, loginForm, newPasswordForm } from './sessionForms.ts'

/** The errors by field. */
const told = (schema: z.ZodMiniType, values: object) => schemaResolver(schema, { sync: true })(values)

test('a sign-in needs code, name and password, none of blanks only', () => {
  const blank = { organizationCode: ' ', username: '　', password: '', remember: false }
  expect(told(loginForm, blank)).toEqual({
    organizationCode: '組織コードを入力してください',
    username: 'ユーザー名またはメールアドレスを入力してください',
    password: 'パスワードを入力してください',
  })
  const whole = { organizationCode: ' A01 ', username: 'sato', password: ' p ', remember: true }
  expect(loginForm.parse(whole)).toEqual({ ...whole, organizationCode: 'A01' })
})

test('a code is sent to an organization’s e-mail address only', () => {
  expect(told(confirmCodeForm, { organizationCode: '', email: '' })).toMatchObject({
    organizationCode: '組織コードを入力してください',
    email: 'メールアドレスを入力してください',
  })
  expect(told(confirmCodeForm, { organizationCode: 'A01', email: 'sato@example' })).toEqual({
    email: '正しいメールアドレスを入力してください',
  })
  expect(told(confirmCodeForm, { organizationCode: 'A01', email: ' sato@example.jp ' })).toEqual({})
})

test('a new password needs the code, the name, and the same good password twice', () => {
  const good = { code: 'AB12-CD34', username: 'sato', password: 'Kenshin-2026', again: 'Kenshin-2026' }
  expect(told(newPasswordForm, good)).toEqual({})
  expect(told(newPasswordForm, { code: '', username: '', password: 'kenshin-2026', again: '' })).toEqual({
    code: '確認コードを入力してください',
    username: 'ユーザー名を入力してください',
    password: 'パスワードを正しく入力してください',
    again: '新しいパスワードをもう一度入力してください',
  })
  expect(told(newPasswordForm, { ...good, again: 'Kenshin-2027' })).toEqual({
    again: 'パスワードが一致しません',
  })
  for (const password of ['Kn-2026', 'KENSHIN-2026', 'Kenshin-year', 'Kenshin2026', `Aa1-${'x'.repeat(96)}`])
    expect(told(newPasswordForm, { ...good, password, again: password }), password).toEqual({
      password: 'パスワードを正しく入力してください',
    })
  expect(told(newPasswordForm, { ...good, password: '', again: '' })).toMatchObject({
    password: 'パスワードを入力してください',
  })
  const longest = `Aa1-${'x'.repeat(95)}`
  expect(told(newPasswordForm, { ...good, password: longest, again: longest })).toEqual({})
})
