import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Role } from '../../../contract/access.ts'
import { invitationEndpoints } from '../../../contract/invitations.ts'
import { sessionEndpoints } from '../../../contract/sessions.ts'
import { userEndpoints } from '../../../contract/users.ts'
import { accountQuery } from '../queries/account.ts'
import { userKeys } from '../queries/userKeys.ts'
import { signedInDevicesQuery } from '../queries/users.ts'
import { call } from '../session/api.ts'

interface MembershipInput {
  role: Role
  is_alert_mail: boolean
  white_ips: string | null
}

/** What shows members is asked for anew; the account may be one of them. */
function useReload() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: userKeys.all })
    void client.invalidateQueries(accountQuery)
  }
}

export function useCreateUser(organizationId: number) {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: (input: MembershipInput & { username: string; email: string; password: string }) =>
      call(userEndpoints.createUser, { body: { ...input, organization_id: organizationId } }),
    onSuccess,
  })
}

export function useInviteUser(organizationId: number) {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: (input: MembershipInput & { email: string; username?: string }) =>
      call(invitationEndpoints.inviteUser, { body: { ...input, organization_id: organizationId } }),
    onSuccess,
  })
}

export function useResendInvitation(organizationId: number) {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: (id: number) =>
      call(invitationEndpoints.resendInvitation, {
        params: { id },
        body: { organization_id: organizationId },
      }),
    onSuccess,
  })
}

export function useWithdrawInvitation(organizationId: number) {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: (id: number) =>
      call(invitationEndpoints.withdrawInvitation, {
        params: { id },
        query: { organization_id: organizationId },
      }),
    onSuccess,
  })
}

export function useUpdateMember(organizationId: number) {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: ({
      id,
      ...body
    }: Partial<MembershipInput & { is_closing_notice: boolean }> & { id: number }) =>
      call(userEndpoints.updateMember, { params: { id, organizationId }, body }),
    onSuccess,
  })
}

export function useRemoveMember(organizationId: number) {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: (id: number) => call(userEndpoints.removeMember, { params: { id, organizationId } }),
    onSuccess,
  })
}

export function useChangeEmail(organizationId: number) {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: ({ id, email }: { id: number; email: string }) =>
      call(userEndpoints.changeEmail, { params: { id }, body: { email, organization_id: organizationId } }),
    onSuccess,
  })
}

export function useWithdrawEmailChange(organizationId: number) {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: (id: number) =>
      call(userEndpoints.withdrawEmailChange, {
        params: { id },
        query: { organization_id: organizationId },
      }),
    onSuccess,
  })
}

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(sessionEndpoints.endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries(signedInDevicesQuery),
  })
}

export const useTestMail = () =>
  useMutation({ mutationFn: async () => (await call(userEndpoints.testMail)).data })
