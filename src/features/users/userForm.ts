import * as z from 'zod/mini'
import { type Role, role, roleLabel, roles } from '../../../contract/access.ts'
import { newUsername } from '../../../contract/usernames.ts'
import type { User } from '../../../contract/users.ts'
import { textLimit } from '../../../contract/wire.ts'
import { type AccessIps, accessIpsOf, accessIpsSchema, whiteIpsOf } from '../../ui/form/accessIps.ts'
import { newUserPassword } from './passwordForm.ts'

/** 0: a new user; 1: somebody who has an account. */
export const addMode = { create: 0, invite: 1 } as const

interface MembershipValues {
  role: Role
  isAlertMail: boolean
  access: AccessIps
}

/** How a new user gets a password: by the link in a mail, or from the administrator. */
export const passwordMode = { mail: 'mail', typed: 'typed' } as const

export interface NewUserValues extends MembershipValues {
  isNew: (typeof addMode)[keyof typeof addMode]
  passwordBy: (typeof passwordMode)[keyof typeof passwordMode]
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

const newUser = {
  ...membership,
  isNew: z.literal(addMode.create),
  username: newUsername,
  email: emailField,
}

export const newUserForm = z.discriminatedUnion('isNew', [
  z.discriminatedUnion('passwordBy', [
    z.object({ ...newUser, passwordBy: z.literal(passwordMode.mail) }),
    z.object({ ...newUser, passwordBy: z.literal(passwordMode.typed), password: newUserPassword }),
  ]),
  z.object({ ...membership, isNew: z.literal(addMode.invite), email: emailField }),
])

export const memberForm = z.object(membership)

/** `isMailed`: an SMTP server is set. */
export const blankNewUser = (isMailed: boolean): NewUserValues => ({
  isNew: addMode.create,
  passwordBy: isMailed ? passwordMode.mail : passwordMode.typed,
  username: '',
  email: '',
  password: '',
  role: role.general,
  isAlertMail: false,
  access: accessIpsOf(null),
})

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
