import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { safeParse } from 'zod/v4/core'
import { issueMessage } from './issue-messages.ts'

it.each([
  [z.string(), undefined, '必須です'],
  [z.enum(['a', 'b']), undefined, '必須です'],
  [z.union([z.string(), z.null()]), undefined, '必須です'],
  [z.string(), 7, '文字で入力してください'],
  [z.int(), 'x', '数値で入力してください'],
  [z.int(), 0.5, '整数で入力してください'],
  [z.array(z.string()), {}, '配列で指定してください'],
  [z.number().check(z.minimum(0)), -1, '0以上で入力してください'],
  [z.number().check(z.maximum(100)), 101, '100以下で入力してください'],
  [z.number().check(z.gt(0)), 0, '0より大きい値で入力してください'],
  [z.string().check(z.minLength(1)), '', '入力してください'],
  [z.string().check(z.minLength(8)), 'short', '8文字以上で入力してください'],
  [z.string().check(z.maxLength(3)), 'long', '3文字以内で入力してください'],
  [z.array(z.int()).check(z.minLength(1)), [], '1件以上指定してください'],
  [z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/)), 'あ', '形式が正しくありません'],
  [z.string().check(z.email()), 'x', 'メールアドレスの形式が正しくありません'],
  [z.enum(['asc', 'desc']), 'up', 'asc、desc のいずれかを指定してください'],
  [z.int().check(z.multipleOf(5)), 7, '5の倍数で入力してください'],
])('%#: what is wrong is told in a short sentence', (schema, input, message) => {
  const { error } = safeParse(schema, input, { error: issueMessage })
  expect(error?.issues[0]?.message).toBe(message)
})
