import type * as z from 'zod/mini'
import { type Role, role, roles } from '../../../contract/access.ts'
import type { ImportValue } from '../../../contract/import/columns.ts'
import type { PreviewRow } from '../../../contract/import/preview.ts'
import { email as emailSchema } from '../../../contract/membership-fields.ts'
import { newUsername } from '../../../contract/usernames.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import {
  findInvitation,
  findMember,
  findUserByEmail,
  inviteWithin,
  isTaken,
  listInvitations,
  listMembers,
  lockRoles,
  mailsLeft,
  tooManyMails,
  updateMemberWithin,
  withdrawWithin,
} from '../users/index.ts'
import { recordTarget } from './records.ts'

// Invitations have negative ids: a new user is invited, and sets a password of their own.

interface Person {
  username: string | null
  email: string
  role: Role
  isAlertMail: boolean
}

const valuesOf = ({ username, email, role: of, isAlertMail }: Person) => ({
  email,
  name: username,
  role: of,
  is_alert_mail: isAlertMail,
})

const roleOf = (value: ImportValue | undefined): Role => roles.find((each) => each === value) ?? role.general

const cellOf = ({ cells }: PreviewRow, column: string): ImportValue | undefined =>
  cells.find((cell) => cell.column === column)?.after

interface Refusal {
  column: string | null
  message: string
}

/** What `inviteWithin` would refuse. Reveals no more than an invitation does. */
async function invitationRefusals(
  systemTx: Tx,
  { organizationId }: Session,
  row: PreviewRow,
  now: Date,
): Promise<Refusal[]> {
  const [email, name] = [String(cellOf(row, 'email') ?? ''), String(cellOf(row, 'name') ?? '')]
  const address = emailSchema.safeParse(email)
  if (!address.success) return issuesOf('email', address.error)
  const account = await findUserByEmail(systemTx, email)
  if (account !== null) {
    const isMember = (await findMember(systemTx, organizationId, account.id)) !== null
    return isMember ? [{ column: 'email', message: 'このユーザーはすでにこの組織に所属しています' }] : []
  }
  const username = newUsername.safeParse(name)
  if (!username.success) return issuesOf('name', username.error)
  return (await isTaken(systemTx, [username.data, email], now))
    ? [{ column: 'name', message: '既に使用されているユーザー名またはメールアドレスです' }]
    : []
}

const issuesOf = (column: string, { issues }: z.core.$ZodError): Refusal[] =>
  issues.map(({ message }) => ({ column, message }))

const roleRefusals = (session: Session, row: PreviewRow): Refusal[] =>
  roleOf(cellOf(row, 'role')) > session.role
    ? [{ column: 'role', message: '自分より上の権限は設定できません' }]
    : []

/** Of members only the role and the notice can be changed, and of invitations nothing. */
function changeRefusals(session: Session, row: PreviewRow): Refusal[] {
  if (Number(row.id) < 0)
    return row.cells.map(({ column }) => ({
      column,
      message: '招待中のため変更できません。招待を取り消してから取り込んでください',
    }))
  const isRenamed = cellOf(row, 'name') !== undefined
  return [
    ...(isRenamed ? [{ column: 'name', message: 'ユーザー名は変更できません' }] : []),
    ...roleRefusals(session, row),
  ]
}

export const userTarget = recordTarget({
  name: 'users',
  asOwner: true,
  async list({ session, tx, parts }) {
    const members = await listMembers(tx, session.organizationId, session.role)
    const invitations = await listInvitations(tx, session.organizationId, session.role)
    const now = parts.clock()
    return [
      ...members.map((row) => ({ id: row.id, values: valuesOf(row), ignored: ['email'] })),
      ...invitations
        .filter(({ expiresAt }) => expiresAt > now)
        .map((row) => ({
          id: -row.id,
          values: valuesOf(row),
          // Whoever has an account already keeps its name, which is not known here.
          ignored: row.username === null ? ['email', 'name'] : ['email'],
        })),
    ]
  },
  async refusals({ parts, session }, rows) {
    const now = parts.clock()
    const refused = new Map<number, Refusal[]>()
    await parts.database.asSystem(async (systemTx) => {
      let left = await mailsLeft(systemTx, session, now)
      for (const row of rows.filter(({ state }) => state === 'new'))
        refused.set(
          row.row,
          left-- > 0
            ? [...(await invitationRefusals(systemTx, session, row, now)), ...roleRefusals(session, row)]
            : [{ column: null, message: tooManyMails }],
        )
    }, 'read only')
    return (row) => refused.get(row.row) ?? changeRefusals(session, row)
  },
  async add({ parts, session, tx }, values) {
    const email = String(values['email'])
    const hasAccount = (await findUserByEmail(tx, email)) !== null
    const invitation = await inviteWithin(parts, session, tx, {
      email,
      ...(!hasAccount && { username: newUsername.parse(values['name']) }),
      role: roleOf(values['role']),
      is_alert_mail: values['is_alert_mail'] === true,
    })
    return -invitation.id
  },
  change: ({ parts, session, tx }, id, values) =>
    updateMemberWithin(
      session,
      tx,
      id,
      { role: roleOf(values['role']), is_alert_mail: values['is_alert_mail'] === true },
      parts.clock(),
      null,
    ),
  async find({ session: { organizationId }, tx }, id) {
    await lockRoles(tx)
    const row =
      id < 0
        ? await findInvitation(tx, organizationId, { id: -id })
        : await findMember(tx, organizationId, id)
    return row && valuesOf(row)
  },
  remove: ({ parts, session, tx }, id) => withdrawWithin(session, tx, -id, parts.clock()),
})
