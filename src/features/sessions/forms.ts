import { z } from 'zod'
import { newPassword } from '../../../contract/passwords.ts'
import { textLimit } from '../../../contract/wire.ts'

const required = (error: string) => z.string().trim().min(1, error).max(textLimit)

const organizationCode = required('組織コードを入力してください')

export const loginForm = z.object({
  organizationCode,
  username: required('ユーザー名またはメールアドレスを入力してください'),
  password: z.string().min(1, 'パスワードを入力してください').max(textLimit),
  remember: z.boolean(),
})

export const confirmCodeForm = z.object({
  organizationCode,
  email: required('メールアドレスを入力してください').pipe(z.email('正しいメールアドレスを入力してください')),
})

export const newPasswordForm = z
  .object({
    code: required('確認コードを入力してください'),
    username: required('ユーザー名を入力してください'),
    password: newPassword,
    again: z.string().min(1, '新しいパスワードをもう一度入力してください'),
  })
  .refine(({ password, again }) => password === again, {
    path: ['again'],
    error: 'パスワードが一致しません',
  })
