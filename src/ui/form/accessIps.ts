import * as z from 'zod/mini'
import { ipv4, textLimit } from '../../../contract/wire.ts'

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
  setting === accessIpSetting.all ? null : ips.map((ip) => ip.trim()).join(',')

export const isIpv4 = (text: string): boolean => ipv4.test(text.trim())

const ipRow = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'IPアドレスを入力してください', abort: true }),
    z.maxLength(textLimit),
    z.regex(ipv4, 'IPアドレスを正しく入力してください'),
  )

export const accessIpsSchema = z.discriminatedUnion('setting', [
  z.object({ setting: z.literal(accessIpSetting.all) }),
  z.object({ setting: z.literal(accessIpSetting.specified), ips: z.array(ipRow).check(z.minLength(1)) }),
])
