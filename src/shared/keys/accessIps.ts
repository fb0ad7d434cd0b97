import * as z from 'zod/mini'
import { ipv4 } from '../../../contract/calls/wire.ts'
import { textLimit } from '../../../text/limits.ts'

/** アクセスIP設定 */
export const accessIpSetting = { all: 1, specified: 2 } as const
export type AccessIpSetting = (typeof accessIpSetting)[keyof typeof accessIpSetting]

export interface AccessIps {
  setting: AccessIpSetting
  /** One per row, at least one row. */
  ips: string[]
}

/** As a form begins: specified where there are addresses. */
export const accessIpsOf = (whiteIps: string | null): AccessIps =>
  whiteIps === null || whiteIps === ''
    ? { setting: accessIpSetting.all, ips: [''] }
    : { setting: accessIpSetting.specified, ips: whiteIps.split(',') }

/** As the API takes it: null allows all. */
export const whiteIpsOf = ({ setting, ips }: AccessIps): string | null =>
  setting === accessIpSetting.all ? null : ips.map(plainIp).join(',')

/** An address as it is stored: Japanese input methods type full-width characters. */
export const plainIp = (text: string): string => text.normalize('NFKC').replaceAll('。', '.').trim()

/** The addresses of a pasted list. */
export const splitIps = (text: string): string[] =>
  plainIp(text)
    .split(/[\s,;、]+/)
    .filter((part) => part !== '')

export const isIpv4 = (text: string): boolean => ipv4.test(plainIp(text))

const ipRow = z
  .string()
  .check(
    z.overwrite(plainIp),
    z.minLength(1, { error: 'IPアドレスを入力してください', abort: true }),
    z.maxLength(textLimit),
    z.regex(ipv4, 'IPアドレスを正しく入力してください'),
  )

export const accessIpsSchema = z.discriminatedUnion('setting', [
  z.object({ setting: z.literal(accessIpSetting.all) }),
  z.object({ setting: z.literal(accessIpSetting.specified), ips: z.array(ipRow).check(z.minLength(1)) }),
])
