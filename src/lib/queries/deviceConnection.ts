import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type DeviceConnection,
  type DeviceCredentials,
  deviceConnectionEndpoints,
} from '../../../contract/device-connections.ts'
import { call } from '../session/api.ts'
import { useDeviceOrganization } from './deviceOrganization.ts'
import { deviceKeys } from './devices.ts'

const keys = {
  connection: (id: number) => [...deviceKeys.all, 'connection', id] as const,
  credentials: (id: number) => ['device-credentials', id] as const,
}

/** Milliseconds: somebody who connects a device waits for its first report. */
const connectionInterval = 10_000

export const deviceConnectionQuery = (id: number) =>
  queryOptions({
    queryKey: keys.connection(id),
    queryFn: async ({ signal }) =>
      (await call(deviceConnectionEndpoints.deviceConnection, { params: { id }, signal })).data,
    staleTime: 5_000,
    refetchInterval: connectionInterval,
  })

/** Keys with their secrets, for administrators: no copy is kept on the device. */
export const deviceCredentialsQuery = (id: number, organizationId: number) =>
  queryOptions({
    queryKey: keys.credentials(id),
    queryFn: async ({ signal }) =>
      (
        await call(deviceConnectionEndpoints.deviceCredentials, {
          params: { id },
          query: { organization_id: organizationId },
          signal,
        })
      ).data,
    staleTime: 0,
    gcTime: 0,
    meta: { keptFor: 0 },
  })

/** Changes a device's key or access hash; the answer holds the credentials as they are now. */
function useCredentialsChange<Input>(change: (input: Input & { id: number }) => Promise<DeviceCredentials>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (credentials, { id }) => {
      client.setQueryData(keys.credentials(id), credentials)
      void client.invalidateQueries({ queryKey: deviceKeys.qr(id) })
      // They show when the key expires.
      void client.invalidateQueries({ queryKey: deviceKeys.all })
    },
  })
}

/** `expireAt`: local time, or null for a key that does not expire. */
export function useRenewDeviceKey() {
  const { id: organizationId } = useDeviceOrganization()
  return useCredentialsChange<{ expireAt: string | null }>(
    async ({ id, expireAt }) =>
      (
        await call(deviceConnectionEndpoints.renewDeviceKey, {
          params: { id },
          body: { expire_at: expireAt, organization_id: organizationId },
        })
      ).data,
  )
}

export function useWithdrawDeviceKey() {
  const { id: organizationId } = useDeviceOrganization()
  return useCredentialsChange<object>(
    async ({ id }) =>
      (
        await call(deviceConnectionEndpoints.withdrawDeviceKey, {
          params: { id },
          query: { organization_id: organizationId },
        })
      ).data,
  )
}

/** `accessHash` null: a new random one. */
export function useSetAccessHash() {
  const { id: organizationId } = useDeviceOrganization()
  return useCredentialsChange<{ accessHash: string | null }>(
    async ({ id, accessHash }) =>
      (
        await call(deviceConnectionEndpoints.setAccessHash, {
          params: { id },
          body: { access_hash: accessHash, organization_id: organizationId },
        })
      ).data,
  )
}

export function useAssignDeviceNumber(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: { name: string; meter_id: number | null }): Promise<DeviceConnection> =>
      (await call(deviceConnectionEndpoints.assignDeviceNumber, { params: { id }, body: input })).data,
    onSuccess: (connection) => client.setQueryData(keys.connection(id), connection),
  })
}
