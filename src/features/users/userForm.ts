import * as z from 'zod/mini'
import { type Role, role, roleLabel, roles } from '../../../contract/access.ts'
import type { User } from '../../../contract/users.ts'
import { oneLine, textLimit } from '../../../contract/wire.ts'
import { type AccessIps, accessIpsOf, accessIpsSchema, whiteIpsOf } from '../../ui/form/accessIps.ts'
import { newUserPassword } from './passwordForm.ts'

/** 0: a new user; 1: somebody who has an account. */
export const addMode = { create: 0, invite: 1 } as const

interface MembershipValues {
  role: Role
  isAlertMail: boolean
  access: AccessIps
}

export interface NewUserValues extends MembershipValues {
  isNew: (typeof addMode)[keyof typeof addMode]
  username: string
  email: string
  password: string
}

const membership = { role: z.literal(roles), isAlertMail: z.boolean(), access: accessIpsSchema }

export const emailField = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'メールアドレスを入力してください', abort: true }),
    z.maxLength(textLimit),
    z.email('メールアドレスを正しく入力してください'),
  )

export const newUserForm = z.discriminatedUnion('isNew', [
  z.object({
    ...membership,
    isNew: z.literal(addMode.create),
    username: z
      .string()
      .check(z.trim(), z.minLength(1, 'ユーザー名を入力してください'), z.maxLength(textLimit), oneLine),
    email: emailField,
    password: newUserPassword,
  }),
  z.object({ ...membership, isNew: z.literal(addMode.invite), email: emailField }),
])

export const memberForm = z.object(membership)

export const blankNewUser: NewUserValues = {
  isNew: addMode.create,
  username: '',
  email: '',
  password: '',
  role: role.general,
  isAlertMail: false,
  access: accessIpsOf(null),
}

export const valuesOf = (user: User): MembershipValues => ({
  role: user.role,
  isAlertMail: user.is_alert_mail,
  access: accessIpsOf(user.white_ips),
})

export const membershipOf = ({ role, isAlertMail, access }: MembershipValues) => ({
  role,
  is_alert_mail: isAlertMail,
  white_ips: whiteIpsOf(access),
})

/** Fields by paths of the server’s issues. */
export const fieldOfIssue = { is_alert_mail: 'isAlertMail', white_ips: 'access.ips.0' }

/** 一般 and 管理者; a system administrator keeps that role. */
export const roleChoices = (now: Role = role.general) =>
  [role.general, role.admin, ...(now === role.system ? [role.system] : [])].map((each) => ({
    value: String(each),
    label: roleLabel[each],
  }))
