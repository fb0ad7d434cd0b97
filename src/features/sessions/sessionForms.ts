import * as z from 'zod/mini'
import { newPassword } from '../../../contract/passwords.ts'
import { textLimit } from '../../../text/limits.ts'

const required = (error: string) => z.string().check(z.trim(), z.minLength(1, error), z.maxLength(textLimit))

const organizationCode = required('組織コードを入力してください')

export const loginForm = z.object({
  organizationCode,
  username: required('ユーザー名またはメールアドレスを入力してください'),
  password: z.string().check(z.minLength(1, 'パスワードを入力してください'), z.maxLength(textLimit)),
  remember: z.boolean(),
})

export const confirmCodeForm = z.object({
  organizationCode,
  email: z.pipe(
    required('メールアドレスを入力してください'),
    z.email('正しいメールアドレスを入力してください'),
  ),
})

export const confirmEmailForm = z.object({ code: required('確認コードを入力してください') })

export const invitationCodeForm = z.object({ code: required('招待コードを入力してください') })

/** A press alone. */
export const noInput = z.object({})

/** How the refusal of the present password is shown. */
export const passwordUnchanged = {
  path: 'password',
  message: '現在のパスワードと同じです。別のパスワードを入力してください',
} as const

const arePasswordsEqual = z.refine<{ password: string; again: string }>(
  ({ password, again }) => password === again,
  { path: ['again'], error: 'パスワードが一致しません' },
)

/** What the link of an invitation asks for, if the address was never confirmed by a mail. */
export const firstPasswordForm = z
  .object({
    password: newPassword,
    again: z.string().check(z.minLength(1, 'パスワードをもう一度入力してください')),
  })
  .check(arePasswordsEqual)

export const newPasswordForm = z
  .object({
    code: required('確認コードを入力してください'),
    username: required('ユーザー名を入力してください'),
    password: newPassword,
    again: z.string().check(z.minLength(1, '新しいパスワードをもう一度入力してください')),
  })
  .check(arePasswordsEqual)
