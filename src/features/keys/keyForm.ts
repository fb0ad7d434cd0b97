import * as z from 'zod/mini'
import { type KeyType, keyType } from '../../../contract/access.ts'
import { oneLine } from '../../../contract/calls/wire.ts'
import type { Key } from '../../../contract/keys.ts'
import { textLimit } from '../../../text/limits.ts'
import { type AccessIps, accessIpsOf, accessIpsSchema, whiteIpsOf } from '../../shared/keys/accessIps.ts'

export interface KeyValues {
  name: string
  userId: number | null
  /** `YYYY-MM-DD` */
  expiry: string | null
  /** As typed; empty: no limit. */
  maxCount: string
  type: KeyType
  access: AccessIps
}

export const keyValuesOf = (key: Key | null): KeyValues => ({
  name: key?.name ?? '',
  userId: key?.user_id ?? null,
  expiry: key?.expire_at.slice(0, 10) ?? null,
  maxCount: key?.max_count?.toString() ?? '',
  type: key?.type ?? keyType.common,
  access: accessIpsOf(key?.white_ips ?? null),
})

const maxCalls = 1_000_000_000
const isCount = (text: string) =>
  text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= maxCalls)
const countOf = (typed: string) => typed.normalize('NFKC').trim()

export const keyFormSchema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'キー名を入力してください'), z.maxLength(textLimit), oneLine),
  userId: z.number('ユーザーを選択してください'),
  expiry: z.string('有効期限を選択してください').check(z.minLength(1, '有効期限を選択してください')),
  maxCount: z.string().check(
    z.maxLength(textLimit),
    z.refine((typed) => isCount(countOf(typed)), '1 〜 1,000,000,000の整数を入力してください'),
  ),
  access: accessIpsSchema,
})

/** As the API takes it: a key ends with its day. */
export const keyInputOf = ({ name, userId, expiry, maxCount, type, access }: KeyValues) => ({
  name: name.trim(),
  user_id: userId ?? 0,
  expire_at: `${expiry} 23:59:59`,
  max_count: countOf(maxCount) === '' ? null : Number(countOf(maxCount)),
  type,
  white_ips: whiteIpsOf(access),
})

/** Form field by path of the server's issue. */
export const keyFieldOfIssue = ({ access }: KeyValues): Record<string, string> => ({
  user_id: 'userId',
  expire_at: 'expiry',
  max_count: 'maxCount',
  white_ips: `access.ips.${access.ips.length - 1}`,
})
