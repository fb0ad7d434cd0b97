import { Failure, longRoute, route } from '../../api/call.ts'
import { findOrganization, listOrganizationNames } from '../../db/organization-lookup.ts'
import { presenterFor } from '../../presenter.ts'
import { acquireAnonymousSlot } from '../sessions/index.ts'
import { dependentsOf } from './dependents.ts'
import { changeEmail, confirmEmail, withdrawEmailChange } from './email-service.ts'
import { listInvitations } from './invitation-repository.ts'
import {
  acceptInvitation,
  inviteUser,
  openInvitation,
  resendInvitation,
  withdrawInvitation,
} from './invitation-service.ts'
import { sendTestMail } from './mail-test.ts'
import { createOutboxSeal, openOutboxSeal, signOwnerProof } from './outbox-seals.ts'
import { presentInvitation, presentUser } from './present.ts'
import { findMember, findPendingEmail, findPendingEmails, listMembers } from './repository.ts'
import { createUser, removeMember, updateMember } from './service.ts'

export const userRoutes = [
  route('me', async ({ session, tx, deps }) => {
    const { organizationId, userId } = session
    const member = await findMember(tx, organizationId, userId)
    const organization = await findOrganization(tx, organizationId)
    // The membership may have ended since authentication.
    if (member === null || organization === null) throw new Failure('unauthenticated')
    const names = await deps.database.asSystem((system) => listOrganizationNames(system, userId), 'read only')
    const { id, username, email, role, isAlertMail, isClosingNotice } = member
    const pending = await findPendingEmail(tx, userId, deps.clock())
    return {
      data: {
        id,
        username,
        email,
        role,
        is_alert_mail: isAlertMail,
        is_closing_notice: isClosingNotice,
        organization,
        organization_names: names,
        ...(deps.model !== null && { ai_boost_model: true as const }),
        ...(pending !== undefined && { pending_email: pending }),
        owner_proof: await signOwnerProof(deps.secrets, { userId, organizationId }),
        ...(deps.env.SMTP_URL === undefined && { mails_to_folder: true as const }),
      },
    }
  }),
  longRoute('testMail', async ({ deps, session }) => ({ data: await sendTestMail(deps, session) })),
  route('users', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listMembers(tx, session.organizationId, session.role)
    const pending = await findPendingEmails(tx, session.organizationId, deps.clock())
    return { data: rows.map((row) => presentUser(row, present, pending.get(row.id))) }
  }),
  route('user', async ({ tx, session, deps, params }) => {
    const row = await findMember(tx, session.organizationId, params.id)
    if (row === null || row.role > session.role) throw new Failure('not_found')
    return { data: presentUser(row, presenterFor(deps, session)) }
  }),
  longRoute('createUser', async ({ deps, session, body }) => {
    const row = await createUser(deps, session, body)
    return { status: 201, data: presentUser(row, presenterFor(deps, session)) }
  }),
  route('invitations', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listInvitations(tx, session.organizationId, session.role)
    return { data: rows.map((row) => presentInvitation(row, present)) }
  }),
  longRoute('inviteUser', async ({ deps, session, body }) => {
    const row = await inviteUser(deps, session, body)
    return { status: 201, data: presentInvitation(row, presenterFor(deps, session)) }
  }),
  longRoute('resendInvitation', async ({ deps, session, params }) => {
    const row = await resendInvitation(deps, session, params.id)
    return { data: presentInvitation(row, presenterFor(deps, session)) }
  }),
  longRoute('withdrawInvitation', async ({ deps, session, params }) => {
    await withdrawInvitation(deps, session, params.id)
    return { data: { id: params.id } }
  }),
  longRoute('openInvitation', async ({ deps, body, request }) => {
    const end = await acquireAnonymousSlot(request.address)
    try {
      return { data: await openInvitation(deps, body.invitation_code) }
    } finally {
      end()
    }
  }),
  longRoute('createOutboxSeal', async ({ deps, body, request }) => {
    const end = await acquireAnonymousSlot(request.address)
    try {
      return { data: await createOutboxSeal(deps, body.owner_proof) }
    } finally {
      end()
    }
  }),
  longRoute('openOutboxSeal', async ({ deps, session, body }) => ({
    data: { key: await openOutboxSeal(deps.secrets, session, body.sealed_key) },
  })),
  longRoute('acceptInvitation', async ({ deps, body, request }) => ({
    data: await acceptInvitation(deps, request.address, body),
  })),
  longRoute('updateMember', async ({ deps, session, params, body, request }) => {
    const row = await updateMember(deps, session, params.id, body, request.address)
    return { data: presentUser(row, presenterFor(deps, session)) }
  }),
  route('memberDependents', async ({ tx, session, deps, params }) => {
    const row = await findMember(tx, session.organizationId, params.id)
    if (row === null || row.role > session.role) throw new Failure('not_found')
    return { data: await dependentsOf(tx, session.organizationId, row.id, deps.clock()) }
  }),
  longRoute('removeMember', async ({ deps, session, params }) => {
    const keys = await removeMember(deps, session, params.id)
    return { data: { id: params.id, withdrawn_keys: keys } }
  }),
  longRoute('changeEmail', async ({ deps, session, params, body }) => {
    await changeEmail(deps, session, params.id, body)
    return { data: { pending_email: body.email } }
  }),
  longRoute('withdrawEmailChange', async ({ deps, session, params }) => {
    await withdrawEmailChange(deps, session, params.id)
    return { data: { id: params.id } }
  }),
  longRoute('confirmEmail', async ({ deps, body, request }) => {
    const end = await acquireAnonymousSlot(request.address)
    try {
      return { data: { email: await confirmEmail(deps, body.confirmation_code) } }
    } finally {
      end()
    }
  }),
]
