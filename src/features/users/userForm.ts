import * as z from 'zod/mini'
import { type Role, role, roleLabel, roles } from '../../../contract/access.ts'
import { newUsername } from '../../../contract/usernames.ts'
import type { User } from '../../../contract/users.ts'
import { textLimit } from '../../../text/limits.ts'
import { type AccessIps, accessIpsOf, accessIpsSchema, whiteIpsOf } from '../../shared/keys/accessIps.ts'
import { newUserPassword } from './passwordForm.ts'

interface MembershipValues {
  role: Role
  isAlertMail: boolean
  access: AccessIps
}

interface NewUserValues extends MembershipValues {
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

export const inviteeForm = z.object({ ...membership, email: emailField })

const newUser = { ...membership, username: newUsername, email: emailField }

/** By how a new user gets a password: by the link in a mail, or from the administrator. */
export const newUserForms = {
  mail: z.object(newUser),
  typed: z.object({ ...newUser, password: newUserPassword }),
}

export const memberForm = z.object(membership)

export const blankNewUser: NewUserValues = {
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
